"""TransformerLens: bridges around small random models, caches, hooks, generation, patching, attribution, lenses, probes, training and helpers.

Arguments choose groups of pieces, to share the work among processes: models, the rest.
"""
import os, sys
os.environ["HF_HUB_OFFLINE"] = "1"
from driving import Driver, DEV, ROOT
driver = Driver("transformer_lens")
sys.path.insert(0, ROOT)
os.chdir(driver.folder.name)
chosen, sys.argv, everything = sys.argv[1:], sys.argv[:1], driver.work
def some(name, function, limit=40):
    if not chosen or ("models" if name.startswith("model/") else "rest") in chosen: everything(name, function, limit)
driver.work = some
import warnings; warnings.filterwarnings("ignore")
import logging; logging.disable(logging.WARNING)
import torch, torch.nn as nn, transformers
from tokenizers import Tokenizer, models as token_models, pre_tokenizers
import transformer_lens as TL
from transformer_lens import utilities as U, patching as P, head_detector, FactoredMatrix, ActivationCache, SVDInterpreter
from transformer_lens.model_bridge import TransformerBridge
from transformer_lens.tools.training import TrainConfig, train
import importlib
from transformer_lens.tools.analysis import attribution_patching as AP, interchange as IC, jacobian_lens as JL, jacobian_lens_decomposition as JD, sparse_probing as SP

LL, PK, DA, JL = (importlib.import_module("transformer_lens.tools.analysis." + n) for n in ("logit_lens", "projection_kernel", "direct_logit_attribution", "jacobian_lens"))
V, D, N, B = 64, 16, 8, 2
words = ["<s>", "</s>", "<pad>", "<unk>"] + "the a cat dog sat on mat ran to park and saw Mary John gave book it was big red tree in house with old man who said that we go now here".split()
words += [f"w{i}" for i in range(V - len(words))]
raw = Tokenizer(token_models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>")); raw.pre_tokenizer = pre_tokenizers.Whitespace()
transformers.PreTrainedTokenizerFast(tokenizer_object=raw, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>").save_pretrained("words")
def tokenizer(): return transformers.AutoTokenizer.from_pretrained("words")
SMALL = dict(vocab_size=V, bos_token_id=0, eos_token_id=1, pad_token_id=2)
LLAMA = dict(SMALL, hidden_size=D, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=64)
configs = {
    "gpt2": lambda: transformers.GPT2Config(**SMALL, n_embd=D, n_layer=2, n_head=2, n_positions=64), "neo": lambda: transformers.GPTNeoConfig(**SMALL, hidden_size=D, num_layers=2, num_heads=2, attention_types=[[["global", "local"], 1]], max_position_embeddings=64, window_size=8), "neox": lambda: transformers.GPTNeoXConfig(**SMALL, hidden_size=D, intermediate_size=32, num_hidden_layers=2, num_attention_heads=2, max_position_embeddings=64), "opt": lambda: transformers.OPTConfig(**SMALL, hidden_size=D, ffn_dim=32, num_hidden_layers=2, num_attention_heads=2, max_position_embeddings=64, word_embed_proj_dim=D), "llama": lambda: transformers.LlamaConfig(**LLAMA), "llama grouped": lambda: transformers.LlamaConfig(**{**LLAMA, "num_key_value_heads": 1}), "mistral": lambda: transformers.MistralConfig(**LLAMA), "mixtral": lambda: transformers.MixtralConfig(**LLAMA, num_local_experts=4, num_experts_per_tok=2), "qwen2": lambda: transformers.Qwen2Config(**LLAMA), "qwen3": lambda: transformers.Qwen3Config(**LLAMA, head_dim=8), "gemma": lambda: transformers.GemmaConfig(**LLAMA, head_dim=8), "gemma2": lambda: transformers.Gemma2Config(**LLAMA, head_dim=8, query_pre_attn_scalar=8), "gemma3": lambda: transformers.Gemma3TextConfig(**LLAMA, head_dim=8, query_pre_attn_scalar=8), "phi": lambda: transformers.PhiConfig(**LLAMA), "phi3": lambda: transformers.Phi3Config(**LLAMA), "gptj": lambda: transformers.GPTJConfig(**SMALL, n_embd=D, n_layer=2, n_head=2, n_positions=64, rotary_dim=4), "bloom": lambda: transformers.BloomConfig(**SMALL, hidden_size=D, n_layer=2, n_head=2), "falcon": lambda: transformers.FalconConfig(**SMALL, hidden_size=D, num_hidden_layers=2, num_attention_heads=2), "olmo2": lambda: transformers.Olmo2Config(**LLAMA), "qwen2 moe": lambda: transformers.Qwen2MoeConfig(**LLAMA, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16, shared_expert_intermediate_size=16), "mamba": lambda: transformers.MambaConfig(**SMALL, hidden_size=D, num_hidden_layers=2, state_size=4), "granite": lambda: transformers.GraniteConfig(**LLAMA), "stablelm": lambda: transformers.StableLmConfig(**LLAMA), "cohere": lambda: transformers.CohereConfig(**LLAMA),
}
def bridge(name="gpt2", compatible=False, **o):
    folder = name.replace(" ", "_"); c = configs[name](); torch.manual_seed(0); hf = transformers.AutoModelForCausalLM.from_config(c, attn_implementation="eager"); hf.config.architectures = [type(hf).__name__]; hf.to(DEV)
    if not os.path.exists(folder): hf.config.save_pretrained(folder); tokenizer().save_pretrained(folder)
    b = TransformerBridge.boot_transformers(folder, hf_model=hf, tokenizer=tokenizer(), device=DEV)
    if compatible: b.enable_compatibility_mode(disable_warnings=True, **o)
    return b.eval()
def native(**o): from transformer_lens.config import TransformerBridgeConfig as C; return TransformerBridge.boot_native(C(**{"d_model": D, "d_head": 8, "n_layers": 2, "n_ctx": 32, "n_heads": 2, "d_vocab": V, "d_mlp": 32, "act_fn": "gelu", "seed": 0, **o}), tokenizer=tokenizer(), device=DEV).eval()
def ids(n=N, b=B): return torch.randint(4, V, (b, n), device=DEV)
TEXT = "the cat sat on the mat and saw Mary"
def each_way(name):
    m = bridge(name); t = ids(); loss = m(t, return_type="loss"); loss.backward(); both = m(t, return_type="both"); logits, cache = m.run_with_cache(t); m.run_with_hooks(t, fwd_hooks=[("blocks.0.hook_out", lambda x, hook: x * 0.5)])
    return float(loss), both[1], [c.shape for c in cache.values()][:3], m.generate(t, max_new_tokens=4, verbose=False, do_sample=False, stop_at_eos=False)
def folded(name): m = bridge(name, True); t = ids(); logits, cache = m.run_with_cache(t); return m(t, return_type="loss").item(), cache.accumulated_resid(apply_ln=True)
for name in configs:
    driver.work("model/" + name, lambda: each_way(name)); driver.work("model/compatible " + name, lambda: folded(name))
natives = {"plain": {}, "rms": dict(normalization_type="RMS"), "no norm": dict(normalization_type=None), "attention only": dict(attn_only=True), "rotary": dict(positional_embedding_type="rotary"), "gated": dict(gated_mlp=True, act_fn="silu"), "grouped": dict(n_key_value_heads=1), "bidirectional": dict(attention_dir="bidirectional"), "capped": dict(attn_scores_soft_cap=5.0, output_logits_soft_cap=5.0), "xavier": dict(init_mode="xavier_uniform"), "kaiming": dict(init_mode="kaiming_normal"), "solu": dict(act_fn="solu")}
for name, o in natives.items():
    driver.work("native/" + name, lambda: (lambda m: (m(ids(), return_type="loss").backward(), m.run_with_cache(ids())))(native(**o)))
class Tokens(torch.utils.data.Dataset):
    def __len__(self): return 16
    def __getitem__(self, i): return {"tokens": torch.randint(4, V, (N,))}
trainings = {"adam": {}, "decay": dict(weight_decay=0.1), "sgd": dict(optimizer_name="SGD", momentum=0.9), "clipped": dict(max_grad_norm=1.0), "warm": dict(warmup_steps=2), "printed": dict(print_every=1), "saved": dict(save_every=2, save_dir="saved"), "short": dict(max_steps=2)}
os.makedirs("saved", exist_ok=True)
for name, o in trainings.items():
    driver.work("train/" + name, lambda: train(native(), TrainConfig(num_epochs=2, batch_size=4, device=DEV, **o), Tokens()))
driver.work("train/bridge", lambda: train(bridge(), TrainConfig(num_epochs=1, batch_size=4, device=DEV), Tokens()))
generations = {"greedy": dict(do_sample=False), "sampled": {}, "top k": dict(top_k=5), "top p": dict(top_p=0.8), "cold": dict(temperature=0.2), "penalty": dict(freq_penalty=0.5), "repetition": dict(repetition_penalty=1.3), "no cache": dict(use_past_kv_cache=False), "stopped": dict(stop_at_eos=True, eos_token_id=7), "tokens": dict(return_type="tokens"), "logits": dict(output_logits=True)}
for name, o in generations.items():
    driver.work("generate/" + name, lambda: bridge().generate(ids(), max_new_tokens=5, verbose=False, **o)); driver.work("generate/text " + name, lambda: bridge().generate(TEXT, max_new_tokens=5, verbose=False, **o))
driver.work("generate/texts", lambda: bridge().generate([TEXT, "a dog"], max_new_tokens=4, verbose=False)); driver.work("generate/native", lambda: native().generate(ids(), max_new_tokens=4, verbose=False)); driver.work("generate/stream", lambda: list(bridge().generate_stream(ids(), max_new_tokens=5, max_tokens_per_yield=2, verbose=False))); driver.work("generate/inner", lambda: bridge().hf_generate(ids(), max_new_tokens=4))
driver.work("text/tokens", lambda: (lambda m: (m.to_tokens(TEXT), m.to_string(ids()), m.to_string(ids()[0]), m.to_str_tokens(TEXT), m.to_str_tokens(ids()[0]), m.to_single_token("cat"), m.get_token_position("cat", TEXT), m.to_single_str_token(6), m([TEXT, "a dog"]), m(TEXT, return_type="loss", loss_per_token=True), m(TEXT, return_type="predictions")))(bridge()))
driver.work("weights", lambda: (lambda m: (m.W_Q, m.W_K, m.W_V, m.W_O, m.W_in, m.W_out, m.b_Q, m.b_in, m.b_out, m.W_U, m.W_E, m.QK.eigenvalues, m.OV.norm(), m.all_head_labels, m.tokens_to_residual_directions(ids()), m.tokens_to_residual_directions("cat"), m.accumulated_bias(1), m.state_dict(), m.n_params_total))(bridge(compatible=True)))
for mode in "QKV": driver.work("weights/composition " + mode, lambda: bridge(compatible=True).all_composition_scores(mode))
for name, o in {"folded": {}, "plain": dict(no_processing=True), "factored": dict(refactor_factored_attn_matrices=True), "not centred": dict(center_writing_weights=False, center_unembed=False, fold_value_biases=False)}.items():
    driver.work("processed/" + name, lambda: bridge("gpt2", True, **o)(ids()))
def cached(**o): m = bridge(compatible=True); m.set_use_attn_result(True); logits, cache = m.run_with_cache(ids(), **o); return m, logits, cache
driver.work("cache/residual", lambda: (lambda m, l, c: (c.accumulated_resid(), c.accumulated_resid(layer=1, incl_mid=True, apply_ln=True, pos_slice=-1, return_labels=True), c.decompose_resid(return_labels=True), c.decompose_resid(layer=1, mode="attn", apply_ln=True), c.get_full_resid_decomposition(return_labels=True), c.get_full_resid_decomposition(expand_neurons=False, apply_ln=True, pos_slice=-1)))(*cached()))
driver.work("cache/attributed", lambda: (lambda m, l, c: (c.logit_attrs(c.accumulated_resid(apply_ln=False, pos_slice=-1), tokens=ids()[:, 0], pos_slice=-1), c.logit_attrs(c.decompose_resid(), tokens=ids(), incorrect_tokens=ids()), c.logit_attrs(c.decompose_resid(), tokens="cat", incorrect_tokens="dog"), c.logit_attrs(c.decompose_resid(), tokens=6)))(*cached()))
driver.work("cache/heads", lambda: (lambda m, l, c: (c.stack_head_results(return_labels=True), c.stack_head_results(layer=1, incl_remainder=True, apply_ln=True, pos_slice=-1), c.stack_activation("pattern"), c.stack_activation("q", layer=1)))(*cached()))
driver.work("cache/neurons", lambda: (lambda m, l, c: (c.get_neuron_results(0), c.get_neuron_results(1, neuron_slice=3, pos_slice=-1), c.stack_neuron_results(1, return_labels=True), c.stack_neuron_results(2, neuron_slice=[1, 2], incl_remainder=True, apply_ln=True), c.stack_neuron_results(2, project_output_onto=torch.randn(D, 3, device=DEV))))(*cached()))
driver.work("cache/handled", lambda: (lambda m, l, c: (c.apply_slice_to_batch_dim(0), c.to("cpu"), c.toggle_autodiff(False), torch.set_grad_enabled(True), len(list(c.items())), c["blocks.0.attn.hook_pattern"], c["pattern", 0], c.apply_ln_to_stack(c.accumulated_resid(), layer=1, recompute_ln=True)))(*cached()))
driver.work("cache/one", lambda: (lambda m: m.run_with_cache(ids(b=1), remove_batch_dim=True, names_filter=lambda n: "pattern" in n))(bridge())); driver.work("cache/backward", lambda: bridge().run_with_cache(ids(), return_type="loss", incl_bwd=True)); driver.work("cache/stopped", lambda: bridge().run_with_cache(ids(), stop_at_layer=1)); driver.work("cache/device", lambda: bridge().run_with_cache(ids(), device="cpu"))
def with_hooks(): m = bridge(); seen = []; m.add_hook("blocks.0.hook_out", lambda x, hook: seen.append(x.norm()), is_permanent=False); m(ids()); m.reset_hooks(); m.run_with_hooks(ids(), return_type="loss", fwd_hooks=[(lambda n: n.endswith("hook_pattern"), lambda x, hook: x)], bwd_hooks=[("blocks.1.hook_out", lambda g, hook: None)]).backward(); return seen
driver.work("hooks", with_hooks)
def metric(logits): return logits[:, -1, 6].mean() - logits[:, -1, 7].mean()
every = "resid_pre resid_mid attn_out mlp_out attn_head_out_by_pos attn_head_q_by_pos attn_head_k_by_pos attn_head_v_by_pos attn_head_pattern_by_pos attn_head_out_all_pos attn_head_q_all_pos attn_head_v_all_pos attn_head_pattern_all_pos block_every attn_head_all_pos_every attn_head_by_pos_every".split()
for name in every:
    driver.work("patch/" + name, lambda: (lambda m, l, c: getattr(P, "get_act_patch_" + name)(m, ids(), c, metric))(*cached()))
def spread(): m, _, c = cached(); r = P.get_act_patch_resid_pre(m, ids(b=4), m.run_with_cache(ids(b=4))[1], lambda l: l[:, -1, 6], reduce="none", baseline=True); return r.mean(), r.stderr(), r.effect(), r.bootstrap_ci(), r.permutation_pvalue(), r.to_dataframe()
driver.work("patch/spread", spread)
driver.work("patch/direct", lambda: (lambda m, l, c: P.get_act_patch_direct_path(m, ids(), c, m.run_with_cache(ids())[1], metric, 0, 0, verbose=False))(*cached()))
for g in ("node", "edge"):
    driver.work(f"attribution/{g}", lambda: (lambda r: (r.top_nodes(5), r.top_edges(5)))(AP.attribution_patch(bridge(compatible=True), ids(), ids(), metric, AP.EdgeAttributionConfig(g))))
def faithful(how): m = bridge(compatible=True); a, b = ids(b=1), ids(b=1); r = AP.attribution_patch(m, a, b, metric, AP.EdgeAttributionConfig("edge", 1)); return AP.faithfulness(m, a, b, metric, r.top_edges(8), AP.FaithfulnessConfig(how), **({"mean_tokens": ids()} if how == "mean" else {}))
for how in ("corrupt", "mean"): driver.work("attribution/faithful " + how, lambda: faithful(how))
for unit in ("component", "head", "layer"):
    driver.work("direct logits/" + unit, lambda: (lambda r: r.top(3))(DA.direct_logit_attribution(cached()[0], ids(), ids()[:, 0], ids()[:, 1], unit=unit)))
driver.work("lens/logits", lambda: (lambda r: (r.values, r.to_dataframe(tokenizer(), 3)))(LL.logit_lens(bridge(compatible=True), TEXT))); driver.work("lens/targets", lambda: (lambda r: (r.rank_trajectory("cat"), r.rank_trajectory()))(LL.logit_lens(bridge(compatible=True), TEXT, targets="cat", incl_mid=True))); driver.work("lens/probabilities", lambda: [LL.logit_lens(bridge(compatible=True), ids(), return_type=t, top_k=3, positions=None) for t in ("logits", "probs", "log_probs")]); driver.work("lens/readout", lambda: LL.logit_readout(bridge(compatible=True), torch.randn(5, D, device=DEV), top_k=3))
lens = []
def fitted(): lens[:] = [JL.JacobianLens.fit(bridge(), [TEXT, "the old man said that we go to the park now"], corpus="toy", skip_first_positions=1)]; return lens[0].source_layers
driver.work("jacobian/fit", fitted)
driver.work("jacobian/readout", lambda: (lambda r: r.top_tokens(tokenizer(), 3))(lens[0].readout(bridge(), TEXT))); driver.work("jacobian/vectors", lambda: (lens[0].lens_vectors(bridge(), ["cat", "dog"], 0), lens[0].lens_vector_dictionary(bridge(), 0))); driver.work("jacobian/decompose", lambda: lens[0].decompose(bridge(), TEXT, 0, position=-1, k=3)); driver.work("jacobian/occupancy", lambda: lens[0].occupancy(bridge(), TEXT, 0, position=-1, max_atoms=3, num_control_dictionaries=2)); driver.work("jacobian/variance", lambda: lens[0].fraction_of_variance(bridge(), TEXT, k=3))
driver.work("jacobian/steered", lambda: bridge().run_with_hooks(ids(), fwd_hooks=lens[0].steering_hooks(bridge(), "cat", [0]))); driver.work("jacobian/ablated", lambda: bridge().run_with_hooks(ids(), fwd_hooks=lens[0].ablation_hooks(bridge(), ["cat", "dog"], [0]))); driver.work("jacobian/swapped", lambda: bridge().run_with_hooks(ids(), fwd_hooks=lens[0].swap_hooks(bridge(), "cat", "dog", [0]))); driver.work("jacobian/saved", lambda: (lens[0].save("lens.pt"), JL.JacobianLens.load("lens.pt")))
driver.work("sparse/decomposition", lambda: JD.get_sparse_decomposition(torch.randn(D, device=DEV), torch.randn(40, D, device=DEV), 4)); driver.work("sparse/pursuit", lambda: JD.get_sparse_decomposition(torch.randn(D, device=DEV), torch.randn(40, D, device=DEV), 4, algorithm="gradient_pursuit")); driver.work("sparse/occupancy", lambda: JD.estimate_occupancy(torch.randn(D, device=DEV), torch.randn(40, D, device=DEV), max_atoms=4, num_control_dictionaries=3))
def features(): y = torch.arange(60, device=DEV) % 2; x = torch.randn(60, 12, device=DEV); x[:, 3] += y; return x, y
driver.work("probe/fit", lambda: SP.fit_sparse_probe(*features(), k=3)); driver.work("probe/standard", lambda: SP.fit_sparse_probe(*features(), k=3, preprocess="standardize", class_weight=None)); driver.work("probe/groups", lambda: SP.fit_sparse_probe(*features(), k=3, groups=torch.arange(60, device=DEV) // 6)); driver.work("probe/sweep", lambda: SP.sweep_sparse_probe(*features(), ks=[1, 2], n_random_subsets=2, n_label_shuffles=2))
driver.work("subspace/kernel", lambda: PK.projection_kernel(PK.orthonormal_subspace(torch.randn(D, 3, device=DEV)), PK.orthonormal_subspace(torch.randn(D, 4, device=DEV), rank=2))); driver.work("subspace/heads", lambda: [PK.attention_head_subspace_affinity(bridge(compatible=True), target_role=r).top_pairs(3) for r in ("Q", "K", "V")])
def last(m): return lambda tokens: m(tokens)[:, -1, :10]
def interchanged(i): m = bridge(); a = IC.collect_activations(m, "blocks.0.hook_out", ids(b=8), last(m), positions=torch.full((8,), N - 1, device=DEV)); return IC.intervened_logits(m, "blocks.0.hook_out", i, ids(b=8), a[0] if isinstance(a, tuple) else a, last(m), positions=torch.full((8,), N - 1, device=DEV), batch_size=4)
driver.work("interchange/random", lambda: interchanged(IC.SubspaceInterchange(IC.random_basis(D, 3, 0).to(DEV)))); driver.work("interchange/bases", lambda: (IC.mean_difference_basis(torch.randn(12, D, device=DEV), [i % 3 for i in range(12)]), IC.probe_basis(torch.randn(3, D, device=DEV)), IC.neuron_basis(D, [1, 2]), IC.random_neuron_basis(D, 3, 0), IC.arbitrary_targets(list("abcd"), 3, 0))); driver.work("interchange/das", lambda: (lambda m: IC.fit_das(m, "blocks.0.hook_out", ids(b=8), ids(b=8), torch.randint(10, (8,), device=DEV), last(m), rank=2, epochs=2, batch_size=4))(bridge())); driver.work("interchange/placebo", lambda: interchanged(IC.NormMatchedPlacebo(IC.random_basis(D, 3, 0).to(DEV), IC.random_basis(D, 3, 1).to(DEV))))
def factored(): f = FactoredMatrix(torch.randn(2, 6, 3, device=DEV), torch.randn(2, 3, 6, device=DEV)); return f.svd(), f.U, f.S, f.Vh, f.eigenvalues, f.norm(), f.make_even(), f.AB, f.BA, f.T, f @ torch.randn(2, 6, 4, device=DEV), torch.randn(2, 4, 6, device=DEV) @ f, f @ f, f[0], f.collapse_l(), f.collapse_r(), f.unsqueeze(0), f.get_corner(), f.pair, repr(f), f * 2.0
driver.work("factored", factored); driver.work("singular", lambda: (lambda s: [s.get_singular_vectors(k, layer_index=0, num_vectors=3, **({"head_index": 0} if k == "OV" else {})) for k in ("OV", "w_in", "w_out")])(SVDInterpreter(bridge(compatible=True))))
for p in ("previous_token_head", "duplicate_token_head", "induction_head"):
    driver.work("heads/" + p, lambda: (head_detector.detect_head(bridge(compatible=True), TEXT, p), head_detector.detect_head(bridge(compatible=True), TEXT, p, heads=[(0, 1)], exclude_bos=True, error_measure="abs")))
driver.work("heads/own", lambda: head_detector.detect_head(bridge(compatible=True), TEXT, head_detector.get_previous_token_head_detection_pattern(bridge().to_tokens(TEXT).cpu()), exclude_current_token=True))
driver.work("evaluate/objects", lambda: TL.evals.ioi_eval(bridge(), num_samples=6, batch_size=3, tokenizer=tokenizer()))
driver.work("evaluate/loader", lambda: TL.evals.evaluate_on_dataset(bridge(), torch.utils.data.DataLoader(Tokens(), 4), truncate=2, device=DEV))
z = lambda: torch.randn(3, V, device=DEV)
driver.work("helpers/sampling", lambda: [U.sample_logits(z(), **o) for o in ({}, dict(top_k=5), dict(top_p=0.8), dict(temperature=0.0), dict(freq_penalty=0.5, tokens=ids(b=3)), dict(repetition_penalty=1.2, tokens=ids(b=3)))]); driver.work("helpers/loss", lambda: (U.lm_cross_entropy_loss(torch.randn(B, N, V, device=DEV), ids()), U.lm_cross_entropy_loss(torch.randn(B, N, V, device=DEV), ids(), attention_mask=torch.ones(B, N, device=DEV).bool(), per_token=True), U.lm_accuracy(torch.randn(B, N, V, device=DEV), ids()), U.lm_accuracy(torch.randn(B, N, V, device=DEV), ids(), per_token=True)))
from transformer_lens.utilities import statistics as ST
driver.work("helpers/statistics", lambda: (ST.standard_error(torch.randn(20, device=DEV)), ST.bootstrap_ci(torch.randn(3, 20, device=DEV), n_resamples=50), ST.sign_flip_permutation_pvalue(torch.randn(20, device=DEV), n_permutations=50), ST.sign_flip_permutation_pvalue(torch.randn(8, device=DEV)), ST.success_rate_ci([True, False, True])))
driver.work("helpers/tensors", lambda: (U.to_numpy(z()), U.to_numpy(3.0), U.get_corner(z()), U.remove_batch_dim(z()[:1]), U.transpose(z()), U.is_square(z()), U.is_lower_triangular(torch.eye(3, device=DEV)), U.get_offset_position_ids(0, torch.ones(2, 5, device=DEV)), U.get_cumsum_along_dim(z(), 1), U.get_cumsum_along_dim(z(), 1, reverse=True), U.logits_to_df(z()[0], tokenizer(), 5)))
driver.work("helpers/slices", lambda: [U.Slice(s).apply(z(), dim=1) for s in (None, 3, [1, 2], (0, 4), (0, 8, 2), torch.tensor([1, 3], device=DEV), torch.tensor(2, device=DEV))]); driver.work("helpers/prompt", lambda: U.test_prompt("the cat", "dog", bridge())); driver.work("helpers/activations", lambda: [f(z()) for f in (U.gelu_new, U.gelu_fast, U.solu)])
driver.work("helpers/weights", lambda: [f(torch.empty(6, 4, device=DEV)) for f in (U.init_xavier_uniform_, U.init_xavier_normal_, U.init_kaiming_uniform_, U.init_kaiming_normal_)])
class Hooked(TL.HookedRootModule):
    def __init__(self): super().__init__(); self.a = nn.Linear(4, 4); self.hook_mid = TL.hook_points.HookPoint(); self.b = nn.Linear(4, 2); self.setup()
    def forward(self, x): return self.b(self.hook_mid(self.a(x)).relu())
driver.work("hooked root", lambda: (lambda m: (m.run_with_cache(torch.randn(3, 4, device=DEV)), m.run_with_hooks(torch.randn(3, 4, device=DEV), fwd_hooks=[("hook_mid", lambda x, hook: x * 0)]), m.cache_all({}), m(torch.randn(3, 4, device=DEV)), m.reset_hooks()))(Hooked().to(DEV)))
driver.finish()
