"""Models with random weights and tokenizers with a small vocabulary, saved under the names that the scripts ask for."""

import fcntl
import os
import pathlib
import random

WORDS = (
    "the a cat dog house river red green small large runs sees finds under over with who what where when is was has and "
    "company reported profit shares rose city team player game music film water light night day year man woman child ."
).split()


def sentence(rng, length=12):
    return " ".join(rng.choice(WORDS) for _ in range(length))


def folder():
    """The folder of all models. The first process that asks makes them."""
    place = pathlib.Path(os.environ["MODELS"])
    place.mkdir(parents=True, exist_ok=True)
    with open(place / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for make in (_texts, _vision, _stable_diffusion, _stable_diffusion_xl, _kandinsky, _small_diffusers):
            done = place / f".{make.__name__}"
            if not done.exists():
                make(place)
                done.touch()
    return place


def _tokenizer(names, pairs):
    """A tokenizer of whole words. `names`: what the special tokens are called; `pairs`: (before, between, after) texts."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate([*dict.fromkeys(names.values()), *WORDS])}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token=names["unk_token"]))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    if pairs:
        special = [(name, vocabulary[name]) for name in names.values()]
        made.post_processor = processors.TemplateProcessing(single=pairs[0], pair=pairs[1], special_tokens=special)
    return PreTrainedTokenizerFast(tokenizer_object=made, model_max_length=128, **names)


def _bert_tokenizer():
    names = dict(pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]", mask_token="[MASK]")
    return _tokenizer(names, ("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"))


def _save(place, names, *parts):
    for name in names:
        for part in parts:
            part.save_pretrained(place / name)


def _texts(place):
    import transformers as t

    bert = _bert_tokenizer()
    small = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
    config = t.BertConfig(vocab_size=len(bert), **small)
    _save(place, ["bert", "bert-base-cased"], t.BertForMaskedLM(config), bert)
    causal = _tokenizer(dict(eos_token="<eos>", bos_token="<eos>", unk_token="<unk>", pad_token="<pad>"), None)
    ids = dict(bos_token_id=0, eos_token_id=0, pad_token_id=2)
    gpt2 = t.GPT2Config(vocab_size=len(causal), n_embd=32, n_layer=2, n_head=2, n_positions=128, **ids)
    _save(place, ["gpt2"], t.GPT2LMHeadModel(gpt2), causal)
    llama = t.LlamaConfig(vocab_size=len(causal), num_key_value_heads=2, max_position_embeddings=256, **small, **ids)
    llamas = ["HuggingFaceTB/SmolLM-360M", "meta-llama/Llama-3.2-1B", "Qwen/Qwen3-4B-Instruct-2507"]
    _save(place, llamas, t.LlamaForCausalLM(llama), causal)
    opt = t.OPTConfig(vocab_size=len(causal), word_embed_proj_dim=32, ffn_dim=64, **{**small, **ids})
    _save(place, ["facebook/opt-350m"], t.OPTForCausalLM(opt), causal)
    names = dict(pad_token="<pad>", eos_token="</s>", unk_token="<unk>")
    seq2seq = _tokenizer(names, ("$A </s>", "$A </s> $B </s>"))
    t5 = t.T5Config(vocab_size=len(seq2seq), d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2,
                    decoder_start_token_id=0, pad_token_id=0, eos_token_id=1)
    _save(place, ["t5"], t.T5ForConditionalGeneration(t5), seq2seq)
    _xlnet(place)


def _xlnet(place):
    import transformers as t

    special = ["<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>"]
    letters = sorted({letter for word in WORDS for letter in word})
    pieces = [*special, *(f"▁{word}" for word in WORDS), "▁", *letters]
    tokenizer = t.XLNetTokenizer(vocab=[(piece, -float(number)) for number, piece in enumerate(dict.fromkeys(pieces))])
    config = t.XLNetConfig(vocab_size=len(tokenizer) + 8, d_model=32, n_layer=2, n_head=2, d_inner=64,
                           start_n_top=2, end_n_top=2)
    _save(place, ["xlnet"], t.XLNetForQuestionAnswering(config), tokenizer)


def clip_tokenizer():
    import transformers as t

    letters = "abcdefghijklmnopqrstuvwxyz.,0123456789"
    vocabulary = {token: number for number, token in enumerate([*letters, *(f"{letter}</w>" for letter in letters)])}
    for word in ("<|startoftext|>", "<|endoftext|>"):
        vocabulary[word] = len(vocabulary)
    return t.CLIPTokenizer(vocab=vocabulary, merges=[], model_max_length=77)


def _clip_text(**more):
    import transformers as t

    ends = dict(bos_token_id=76, eos_token_id=77, pad_token_id=77)
    return t.CLIPTextConfig(vocab_size=1000, hidden_size=32, intermediate_size=37, num_hidden_layers=2,
                            num_attention_heads=4, projection_dim=32, **ends, **more)


def _clip_vision():
    import transformers as t

    return t.CLIPVisionConfig(hidden_size=32, projection_dim=32, intermediate_size=37, num_hidden_layers=2,
                              num_attention_heads=4, image_size=224, patch_size=32)


def _vision(place):
    import transformers as t

    processor = t.ViTImageProcessor(size={"height": 64, "width": 64})
    small = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64)
    vit = t.ViTConfig(image_size=64, patch_size=16, encoder_stride=16, **small)
    _save(place, ["vit"], t.ViTForMaskedImageModeling(vit), processor)
    mae = t.ViTMAEConfig(image_size=64, patch_size=16, decoder_hidden_size=32, decoder_num_hidden_layers=1,
                         decoder_num_attention_heads=2, decoder_intermediate_size=64, **small)
    _save(place, ["mae"], t.ViTMAEForPreTraining(mae), processor)
    clip = t.CLIPConfig(text_config=_clip_text().to_dict(), vision_config=_clip_vision().to_dict(), projection_dim=32)
    _save(place, ["clip"], t.CLIPModel(clip), clip_tokenizer(), t.CLIPImageProcessor())


def _autoencoder():
    import diffusers as d

    return d.AutoencoderKL(block_out_channels=[32, 64], in_channels=3, out_channels=3,
                           down_block_types=["DownEncoderBlock2D"] * 2, up_block_types=["UpDecoderBlock2D"] * 2,
                           latent_channels=4, norm_num_groups=32)


def _stable_diffusion_xl(place):
    import diffusers as d
    import transformers as t

    unet = d.UNet2DConditionModel(
        block_out_channels=(32, 64), layers_per_block=2, sample_size=32, in_channels=4, out_channels=4,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"), up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        attention_head_dim=(2, 4), use_linear_projection=True, addition_embed_type="text_time",
        addition_time_embed_dim=8, transformer_layers_per_block=(1, 2), projection_class_embeddings_input_dim=80,
        cross_attention_dim=64)
    config = _clip_text(hidden_act="gelu")
    pipeline = d.StableDiffusionXLPipeline(
        vae=_autoencoder(), text_encoder=t.CLIPTextModel(config), text_encoder_2=t.CLIPTextModelWithProjection(config),
        tokenizer=clip_tokenizer(), tokenizer_2=clip_tokenizer(), unet=unet,
        scheduler=d.EulerDiscreteScheduler(beta_start=0.00085, beta_end=0.012, steps_offset=1,
                                           beta_schedule="scaled_linear", timestep_spacing="leading"))
    pipeline.save_pretrained(place / "sdxl")
    adapter = d.T2IAdapter(in_channels=3, channels=[32, 64], num_res_blocks=2, downscale_factor=4,
                           adapter_type="full_adapter_xl")
    adapter.save_pretrained(place / "t2i_adapter")


def _stable_diffusion(place):
    import diffusers as d
    import transformers as t

    unet = d.UNet2DConditionModel(
        block_out_channels=(32, 64), layers_per_block=1, sample_size=32, in_channels=4, out_channels=4,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"), up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=32, attention_head_dim=4)
    pipeline = d.StableDiffusionPipeline(
        vae=_autoencoder(), text_encoder=t.CLIPTextModel(_clip_text()), tokenizer=clip_tokenizer(), unet=unet,
        scheduler=d.DDPMScheduler(beta_start=0.00085, beta_end=0.012, beta_schedule="scaled_linear", steps_offset=1),
        safety_checker=None, feature_extractor=None, requires_safety_checker=False)
    pipeline.save_pretrained(place / "sd")


def _kandinsky(place):
    import diffusers as d
    import transformers as t

    prior = d.KandinskyV22PriorPipeline(
        prior=d.PriorTransformer(num_attention_heads=2, attention_head_dim=12, embedding_dim=32, num_layers=1),
        image_encoder=t.CLIPVisionModelWithProjection(_clip_vision()),
        text_encoder=t.CLIPTextModelWithProjection(_clip_text()), tokenizer=clip_tokenizer(),
        scheduler=d.UnCLIPScheduler(variance_type="fixed_small_log", prediction_type="sample",
                                    num_train_timesteps=1000, clip_sample=True, clip_sample_range=10.0),
        image_processor=t.CLIPImageProcessor(size={"shortest_edge": 224}, crop_size={"height": 224, "width": 224}))
    prior.save_pretrained(place / "kandinsky_prior")
    unet = d.UNet2DConditionModel(
        in_channels=4, out_channels=8, addition_embed_type="image", block_out_channels=(32, 64), layers_per_block=1,
        down_block_types=("ResnetDownsampleBlock2D", "SimpleCrossAttnDownBlock2D"),
        up_block_types=("SimpleCrossAttnUpBlock2D", "ResnetUpsampleBlock2D"), encoder_hid_dim=32,
        mid_block_type="UNetMidBlock2DSimpleCrossAttn", encoder_hid_dim_type="image_proj", cross_attention_dim=32,
        attention_head_dim=4, resnet_time_scale_shift="scale_shift")
    movq = d.VQModel(
        block_out_channels=[32, 64], down_block_types=["DownEncoderBlock2D", "AttnDownEncoderBlock2D"], in_channels=3,
        latent_channels=4, layers_per_block=1, norm_num_groups=8, norm_type="spatial", num_vq_embeddings=12,
        out_channels=3, up_block_types=["AttnUpDecoderBlock2D", "UpDecoderBlock2D"], vq_embed_dim=4)
    scheduler = d.DDPMScheduler(num_train_timesteps=1000, beta_start=0.00085, beta_end=0.012, clip_sample=False)
    parts = {f"prior_{name}": part for name, part in prior.components.items()}
    whole = d.KandinskyV22CombinedPipeline(unet=unet, movq=movq, scheduler=scheduler, **parts)
    whole.save_pretrained(place / "kandinsky")


def _small_diffusers(place):
    import diffusers as d

    unet = d.UNet2DModel(sample_size=32, block_out_channels=(32, 64), layers_per_block=1, norm_num_groups=8,
                         down_block_types=("DownBlock2D", "AttnDownBlock2D"), up_block_types=("AttnUpBlock2D", "UpBlock2D"))
    unet.save_config(place / "unet2d")
    vq = d.VQModel(block_out_channels=[32, 64], down_block_types=["DownEncoderBlock2D"] * 2, in_channels=3,
                   latent_channels=4, layers_per_block=1, norm_num_groups=8, num_vq_embeddings=32, out_channels=3,
                   up_block_types=["UpDecoderBlock2D"] * 2, vq_embed_dim=4)
    vq.save_config(place / "vq")


def texts(count, seed=0):
    rng = random.Random(seed)
    return [sentence(rng) for _ in range(count)]
