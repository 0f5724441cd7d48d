"""What is run of torchaudio: transforms, filters, losses, models, decoding pipelines.

`pieces()` names the pieces; each makes what it needs and is called twice, so that only the second call counts.
"""

import os

import torch
import torchaudio
import torchaudio.functional as functional
import torchaudio.models as models
import torchaudio.transforms as transforms

DEVICE = "cuda"
RATE = 16000


def packages():
    return {"torchaudio": os.path.dirname(torchaudio.__file__)}


def _wave(channels=2, length=RATE):
    return torch.rand(channels, length, device=DEVICE) - 0.5


def _spectrum():
    return torch.stft(_wave(), 400, return_complex=True, window=torch.hann_window(400, device=DEVICE))


def _power():
    return _spectrum().abs() ** 2


def _many():
    return torch.stft(_wave(4), 400, return_complex=True, window=torch.hann_window(400, device=DEVICE)).to(
        torch.cdouble
    )


_TRANSFORMS = {
    "Spectrogram": lambda: (transforms.Spectrogram(), _wave()),
    "SpectrogramComplex": lambda: (transforms.Spectrogram(power=None, normalized="frame_length"), _wave()),
    "InverseSpectrogram": lambda: (transforms.InverseSpectrogram(), _spectrum()),
    "GriffinLim": lambda: (transforms.GriffinLim(n_iter=4), _power()),
    "AmplitudeToDB": lambda: (transforms.AmplitudeToDB(top_db=80), _power()),
    "MelScale": lambda: (transforms.MelScale(n_stft=201), _power()),
    "InverseMelScale": lambda: (
        transforms.InverseMelScale(n_stft=201, n_mels=40),
        torch.rand(2, 40, 20, device=DEVICE),
    ),
    "MelSpectrogram": lambda: (transforms.MelSpectrogram(norm="slaney", mel_scale="slaney"), _wave()),
    "MFCC": lambda: (transforms.MFCC(log_mels=True), _wave()),
    "LFCC": lambda: (transforms.LFCC(), _wave()),
    "MuLawEncoding": lambda: (transforms.MuLawEncoding(), _wave()),
    "MuLawDecoding": lambda: (transforms.MuLawDecoding(), torch.randint(256, (2, 100), device=DEVICE)),
    "Resample": lambda: (transforms.Resample(16000, 8000), _wave()),
    "ResampleKaiser": lambda: (transforms.Resample(16000, 11025, resampling_method="sinc_interp_kaiser"), _wave()),
    "ComputeDeltas": lambda: (transforms.ComputeDeltas(), _power()),
    "TimeStretch": lambda: (transforms.TimeStretch(n_freq=201, fixed_rate=1.2), _spectrum()),
    "Fade": lambda: (transforms.Fade(100, 100, "logarithmic"), _wave()),
    "FrequencyMasking": lambda: (transforms.FrequencyMasking(30), _power()),
    "FrequencyMaskingEach": lambda: (transforms.FrequencyMasking(30, iid_masks=True), _power()[None]),
    "TimeMasking": lambda: (transforms.TimeMasking(10), _power()),
    "SpecAugment": lambda: (transforms.SpecAugment(2, 10, 2, 10), _power()),
    "Loudness": lambda: (transforms.Loudness(RATE), _wave()),
    "Vol": lambda: (transforms.Vol(3.0, "db"), _wave()),
    "SlidingWindowCmn": lambda: (transforms.SlidingWindowCmn(30, norm_vars=True), _power()[:, :20, :20]),
    "SpectralCentroid": lambda: (transforms.SpectralCentroid(RATE), _wave()),
    "Vad": lambda: (transforms.Vad(RATE), _wave()),
    "PitchShift": lambda: (transforms.PitchShift(RATE, 2), _wave()),
    "Preemphasis": lambda: (transforms.Preemphasis(), _wave()),
    "Deemphasis": lambda: (transforms.Deemphasis(), _wave()),
    "PSD": lambda: (transforms.PSD(), _many()),
}


def _transform(name):
    made, given = _TRANSFORMS[name]()
    made.to(DEVICE)(given)


_FILTERS = {
    "allpass": lambda w: functional.allpass_biquad(w, RATE, 1000.0),
    "band": lambda w: functional.band_biquad(w, RATE, 1000.0, noise=True),
    "bandpass": lambda w: functional.bandpass_biquad(w, RATE, 1000.0),
    "bandreject": lambda w: functional.bandreject_biquad(w, RATE, 1000.0),
    "bass": lambda w: functional.bass_biquad(w, RATE, 3.0),
    "biquad": lambda w: functional.biquad(w, 1.0, 0.5, 0.2, 1.0, 0.3, 0.1),
    "biquad_tensors": lambda w: functional.biquad(w, *torch.tensor([1.0, 0.5, 0.2, 1.0, 0.3, 0.1], device=DEVICE)),
    "contrast": lambda w: functional.contrast(w, 50.0),
    "dcshift": lambda w: functional.dcshift(w, 0.1, 0.05),
    "deemph": lambda w: functional.deemph_biquad(w, 44100),
    "dither": lambda w: [
        functional.dither(w, how, noise_shaping=shaped) for how in ("TPDF", "RPDF", "GPDF") for shaped in (False, True)
    ],
    "equalizer": lambda w: functional.equalizer_biquad(w, RATE, 1000.0, 3.0),
    "filtfilt": lambda w: functional.filtfilt(
        w, torch.tensor([1.0, 0.3], device=DEVICE), torch.tensor([0.5, 0.2], device=DEVICE)
    ),
    "flanger": lambda w: functional.flanger(w[None, :, :300], RATE),
    "flanger_quadratic": lambda w: functional.flanger(
        w[None, :, :200], RATE, modulation="triangular", interpolation="quadratic"
    ),
    "gain": lambda w: functional.gain(w, 3.0),
    "highpass": lambda w: functional.highpass_biquad(w, RATE, 1000.0),
    "lfilter": lambda w: functional.lfilter(
        w, torch.tensor([1.0, 0.3], device=DEVICE), torch.tensor([0.5, 0.2], device=DEVICE)
    ),
    "lfilter_batch": lambda w: functional.lfilter(
        w, torch.rand(2, 3, device=DEVICE) + 1, torch.rand(2, 3, device=DEVICE)
    ),
    "lowpass": lambda w: functional.lowpass_biquad(w, RATE, 1000.0),
    "overdrive": lambda w: functional.overdrive(w[:, :200]),
    "phaser": lambda w: (functional.phaser(w[:, :200], RATE), functional.phaser(w[:, :100], RATE, sinusoidal=False)),
    "riaa": lambda w: functional.riaa_biquad(w, 44100),
    "treble": lambda w: functional.treble_biquad(w, RATE, 3.0),
    "vad": lambda w: functional.vad(w, RATE),
}


def _filter(name):
    _FILTERS[name](_wave())


_FUNCTIONS = {
    "spectrogram": lambda: functional.spectrogram(
        _wave(), 10, torch.hann_window(400, device=DEVICE), 400, 200, 400, None, "window"
    ),
    "griffinlim": lambda: functional.griffinlim(
        _power(), torch.hann_window(400, device=DEVICE), 400, 100, 400, 2.0, 4, 0.99, None, True
    ),
    "amplitude_to_DB": lambda: functional.amplitude_to_DB(_power()[None], 10, 1e-10, 0.0, 80.0),
    "DB_to_amplitude": lambda: functional.DB_to_amplitude(_power(), 1.0, 0.5),
    "melscale": lambda: functional.melscale_fbanks(201, 0.0, 8000.0, 40, RATE),
    "linear": lambda: functional.linear_fbanks(201, 0.0, 8000.0, 40, RATE),
    "create_dct": lambda: functional.create_dct(13, 40, "ortho"),
    "compute_deltas": lambda: functional.compute_deltas(_power()),
    "detect_pitch": lambda: functional.detect_pitch_frequency(_wave(), RATE),
    "phase_vocoder": lambda: functional.phase_vocoder(
        _spectrum(), 1.3, torch.linspace(0, 3.14 * 100, 201, device=DEVICE)[:, None]
    ),
    "mask_along_axis": lambda: (
        functional.mask_along_axis(_power(), 30, 0.0, 1),
        functional.mask_along_axis(_power(), 30, 0.0, 2, 0.5),
    ),
    "mask_iid": lambda: functional.mask_along_axis_iid(_power()[None], 30, 0.0, 2),
    "mu_law": lambda: functional.mu_law_decoding(functional.mu_law_encoding(_wave(), 256), 256),
    "loudness": lambda: functional.loudness(_wave(), RATE),
    "spectral_centroid": lambda: functional.spectral_centroid(
        _wave(), RATE, 10, torch.hann_window(400, device=DEVICE), 400, 200, 400
    ),
    "edit_distance": lambda: functional.edit_distance(
        torch.randint(4, (6,), device=DEVICE), torch.randint(4, (7,), device=DEVICE)
    ),
    "pitch_shift": lambda: functional.pitch_shift(_wave(), RATE, 3),
    "rnnt_loss": lambda: functional.rnnt_loss(
        torch.rand(2, 4, 3, 5, device=DEVICE, requires_grad=True),
        torch.tensor([[1, 2], [2, 1]], dtype=torch.int32, device=DEVICE),
        torch.tensor([4, 4], dtype=torch.int32, device=DEVICE),
        torch.tensor([2, 2], dtype=torch.int32, device=DEVICE),
    ),
    "forced_align": lambda: functional.merge_tokens(
        *[
            part[0]
            for part in functional.forced_align(
                torch.rand(1, 10, 5, device=DEVICE).log_softmax(-1),
                torch.tensor([[1, 2, 3]], dtype=torch.int32, device=DEVICE),
            )
        ]
    ),
    "psd": lambda: functional.psd(_many(), torch.rand_like(_many()[0].real)),
    "mvdr_souden": lambda: functional.mvdr_weights_souden(functional.psd(_many()), functional.psd(_many()), 0),
    "mvdr_souden_tensor": lambda: functional.mvdr_weights_souden(
        functional.psd(_many()),
        functional.psd(_many()),
        torch.tensor([1.0, 0, 0, 0], device=DEVICE, dtype=torch.cdouble),
    ),
    "mvdr_rtf": lambda: functional.mvdr_weights_rtf(
        torch.rand(201, 4, device=DEVICE, dtype=torch.cdouble), functional.psd(_many()), 0
    ),
    "rtf_evd": lambda: functional.rtf_evd(functional.psd(_many())),
    "rtf_power": lambda: functional.rtf_power(functional.psd(_many()), functional.psd(_many()), 0),
    "beamforming": lambda: functional.apply_beamforming(
        torch.rand(201, 4, device=DEVICE, dtype=torch.cdouble), _many()
    ),
    "convolve": lambda: (
        functional.convolve(_wave(), _wave(2, 100)),
        functional.fftconvolve(_wave(), _wave(2, 100), "same"),
    ),
    "add_noise": lambda: functional.add_noise(
        _wave(), _wave(), torch.tensor([10.0, 5.0], device=DEVICE), torch.tensor([8000, RATE], device=DEVICE)
    ),
    "speed": lambda: functional.speed(_wave(), RATE, 1.1, torch.tensor([8000, RATE], device=DEVICE)),
    "resample": lambda: functional.resample(_wave(), 16000, 22050),
    "frechet": lambda: functional.frechet_distance(
        torch.rand(4, device=DEVICE),
        torch.eye(4, device=DEVICE),
        torch.rand(4, device=DEVICE),
        torch.eye(4, device=DEVICE) * 2,
    ),
    "SpeedPerturbation": lambda: transforms.SpeedPerturbation(RATE, [0.9, 1.1]).to(DEVICE)(
        _wave(), torch.tensor([8000, RATE], device=DEVICE)
    ),
    "AddNoise": lambda: transforms.AddNoise()(_wave(), _wave(), torch.tensor([10.0, 5.0], device=DEVICE)),
    "Convolve": lambda: transforms.FFTConvolve("same")(_wave(), _wave(2, 100)),
    "MVDR": lambda: [
        transforms.MVDR(solution=how).to(DEVICE)(_many(), torch.rand_like(_many()[0].real))
        for how in ("ref_channel", "stv_evd", "stv_power")
    ],
    "MVDROnline": lambda: transforms.MVDR(online=True).to(DEVICE)(_many(), torch.rand_like(_many()[0].real)),
    "RTFMVDR": lambda: transforms.RTFMVDR().to(DEVICE)(
        _many(), torch.rand(201, 4, device=DEVICE, dtype=torch.cdouble), functional.psd(_many()), 0
    ),
    "SoudenMVDR": lambda: transforms.SoudenMVDR().to(DEVICE)(
        _many(), functional.psd(_many()), functional.psd(_many()), 0
    ),
    "RNNTLoss": lambda: transforms.RNNTLoss()(
        torch.rand(2, 4, 3, 5, device=DEVICE),
        torch.tensor([[1, 2], [2, 1]], dtype=torch.int32, device=DEVICE),
        torch.tensor([4, 4], dtype=torch.int32, device=DEVICE),
        torch.tensor([2, 2], dtype=torch.int32, device=DEVICE),
    ),
}


def _features(name):
    from torchaudio.compliance import kaldi

    {
        "fbank": lambda: kaldi.fbank(_wave(1), dither=1.0, use_energy=True),
        "fbank_mel": lambda: kaldi.fbank(_wave(1), vtln_warp=1.1, subtract_mean=True),
        "mfcc": lambda: kaldi.mfcc(_wave(1), subtract_mean=True),
        "spectrogram": lambda: kaldi.spectrogram(_wave(1), window_type="hamming"),
        "spectrogram_edges": lambda: kaldi.spectrogram(_wave(1), snip_edges=False, window_type="blackman"),
    }[name]()


def _lengths(*values):
    return torch.tensor(values, device=DEVICE)


def _transducer():
    model = models.emformer_rnnt_model(
        input_dim=16,
        encoding_dim=32,
        num_symbols=12,
        segment_length=4,
        right_context_length=2,
        time_reduction_input_dim=8,
        time_reduction_stride=2,
        transformer_num_heads=2,
        transformer_ffn_dim=32,
        transformer_num_layers=2,
        transformer_dropout=0.1,
        transformer_activation="gelu",
        transformer_left_context_length=4,
        transformer_max_memory_size=2,
        transformer_weight_init_scale_strategy="depthwise",
        transformer_tanh_on_mem=True,
        symbol_embedding_dim=16,
        num_lstm_layers=1,
        lstm_layer_norm=True,
        lstm_layer_norm_epsilon=1e-3,
        lstm_dropout=0.1,
    ).to(DEVICE)
    out, *_ = model(
        torch.rand(2, 14, 16, device=DEVICE),
        _lengths(14, 10),
        torch.randint(11, (2, 5), device=DEVICE),
        _lengths(5, 4),
    )
    out.sum().backward()
    model.eval()
    decoder = models.RNNTBeamSearch(model, 11)
    with torch.no_grad():
        decoder(torch.rand(1, 14, 16, device=DEVICE), _lengths(14), 3)
        hypotheses, state = decoder.infer(torch.rand(1, 6, 16, device=DEVICE), _lengths(6), 3)
        decoder.infer(
            torch.rand(1, 6, 16, device=DEVICE),
            _lengths(6),
            3,
            state=state,
            hypothesis=hypotheses,
        )


_MODELS = {
    "Conformer": lambda: models.Conformer(16, 2, 32, 2, 7).to(DEVICE)(
        torch.rand(2, 20, 16, device=DEVICE), _lengths(20, 15)
    ),
    "ConvTasNet": lambda: models.ConvTasNet(
        2, msk_num_feats=16, msk_num_hidden_feats=16, enc_num_feats=16, msk_num_layers=2, msk_num_stacks=1
    ).to(DEVICE)(_wave(1)[None]),
    "DeepSpeech": lambda: models.DeepSpeech(16, n_hidden=16, n_class=5).to(DEVICE)(
        torch.rand(2, 1, 20, 16, device=DEVICE)
    ),
    "Emformer": lambda: models.Emformer(16, 2, 32, 2, 4, right_context_length=1, max_memory_size=2).to(DEVICE)(
        torch.rand(2, 9, 16, device=DEVICE), _lengths(8, 6)
    ),
    "Wav2Letter": lambda: models.Wav2Letter(5, "mfcc", 16).to(DEVICE)(torch.rand(2, 16, 100, device=DEVICE)),
    "WaveRNN": lambda: models.WaveRNN([2, 2, 2], 8, 8, n_res_block=1, n_rnn=16, n_fc=16, n_hidden=16, n_output=16).to(
        DEVICE
    )(torch.rand(1, 1, 8 * 6, device=DEVICE), torch.rand(1, 1, 128, 10, device=DEVICE)),
    "WaveRNNInfer": lambda: (
        models.WaveRNN([2, 2, 2], 8, 8, n_res_block=1, n_rnn=16, n_fc=16, n_hidden=16)
        .to(DEVICE)
        .eval()
        .infer(torch.rand(1, 128, 6, device=DEVICE), _lengths(6))
    ),
    "Demucs": lambda: models.hdemucs_low(["a", "b"]).to(DEVICE)(_wave()[None]),
    "SQUIM": lambda: models.squim_objective_base().to(DEVICE)(_wave(1)),
    "SQUIMSubjective": lambda: models.squim_subjective_base().to(DEVICE)(_wave(1), _wave(1)),
    "Transducer": lambda: _transducer(),
    "HuBERTPretrain": lambda: _pretrain(),
    "Wav2Vec2": lambda: _recognize(),
    "Tacotron2": lambda: _speak(),
}


def _recognize():
    model = models.wav2vec2_base(aux_num_out=8).to(DEVICE)
    model.train()
    out, _ = model(_wave(2, 8000), _lengths(8000, 6000))
    out.sum().backward()
    model.eval()
    model.extract_features(_wave(2, 8000), _lengths(8000, 6000), num_layers=3)
    wide = models.wavlm_base().to(DEVICE).eval()
    wide(_wave(1, 8000))


def _pretrain():
    model = models.hubert_pretrain_base(num_classes=10).to(DEVICE).train()
    model(_wave(2, 8000), torch.randint(10, (2, 24), device=DEVICE), _lengths(8000, 8000))[0].sum().backward()


def _speak():
    model = models.Tacotron2(
        n_symbol=20,
        symbol_embedding_dim=16,
        encoder_embedding_dim=16,
        attention_hidden_dim=16,
        attention_rnn_dim=16,
        decoder_rnn_dim=16,
        prenet_dim=16,
        postnet_embedding_dim=16,
        n_mels=8,
        decoder_max_step=10,
    ).to(DEVICE)
    out = model(
        torch.randint(20, (2, 6), device=DEVICE),
        _lengths(6, 4),
        torch.rand(2, 8, 12, device=DEVICE),
        _lengths(12, 9),
    )
    out[0].sum().backward()
    model.eval()
    with torch.no_grad():
        model.infer(torch.randint(20, (2, 6), device=DEVICE), _lengths(6, 4))


def _decode():
    from torchaudio.models.decoder import cuda_ctc_decoder

    decoder = cuda_ctc_decoder(["-", "a", "b", "c"], nbest=2, beam_size=3)
    decoder(
        torch.rand(2, 10, 4, device=DEVICE).log_softmax(-1),
        torch.tensor([10, 8], dtype=torch.int32, device=DEVICE),
    )


def pieces():
    groups = {
        "transform": (_transform, _TRANSFORMS),
        "filter": (_filter, _FILTERS),
        "function": (lambda name: _FUNCTIONS[name](), _FUNCTIONS),
        "kaldi": (
            _features,
            ("fbank", "fbank_mel", "mfcc", "spectrogram", "spectrogram_edges"),
        ),
        "model": (lambda name: _MODELS[name](), _MODELS),
    }
    named = {
        f"{group}/{name}": (lambda run=run, name=name: run(name))
        for group, (run, names) in groups.items()
        for name in names
    }
    return {**named, "decode": _decode}
