"""The scripts that run, each with its arguments, and what its folder needs first."""

from collecting.user_scripts import data

T = "transformers_examples/examples/pytorch/"
A = "accelerate_examples/examples/"
D = "diffusers_examples/examples/"
L = "lightning_examples/examples/"
S = "timm_scripts/"
FOLDERS = ("transformers_examples", "accelerate_examples", "diffusers_examples", "lightning_examples", "timm_scripts")

_LOOP = (
    "--per_device_train_batch_size 4 --per_device_eval_batch_size 4 --max_train_steps 4 --num_warmup_steps 1 "
    "--output_dir out --seed 1"
)
_TRAINER = (
    "--do_train --do_eval --per_device_train_batch_size 4 --per_device_eval_batch_size 4 --max_steps 4 "
    "--logging_steps 2 --save_steps 4 --output_dir out --report_to none"
)
_SDXL = (
    "--pretrained_model_name_or_path {models}/sdxl --resolution 64 --train_batch_size 2 --max_train_steps 3 "
    "--output_dir out --report_to tensorboard --checkpointing_steps 2 --seed 1"
)
_SD = _SDXL.replace("/sdxl", "/sd")
_PRIOR = (
    "--pretrained_prior_model_name_or_path {models}/kandinsky_prior "
    "--pretrained_decoder_model_name_or_path {models}/kandinsky --dataset_name captions --caption_column text "
    "--resolution 64 --train_batch_size 2 --max_train_steps 3 --output_dir out --checkpointing_steps 2 --seed 1"
)
_DECODER = _PRIOR.replace("--caption_column text ", "")
_FIT = (
    "--trainer.max_epochs 2 --trainer.limit_train_batches 3 --trainer.limit_val_batches 2 --trainer.log_every_n_steps 1"
)
_TESTED = f"{_FIT} --trainer.limit_test_batches 2 --trainer.limit_predict_batches 2"

COMMANDS = {
    T + "image-pretraining/run_mim_no_trainer.py": (
        "--dataset_name images --image_column_name img --model_name_or_path {models}/vit --image_size 64 --patch_size 16 "
        "--mask_patch_size 32 --checkpointing_steps 2 --with_tracking --report_to tensorboard --learning_rate 1e-4 " + _LOOP
    ),
    T + "language-modeling/run_mlm_no_trainer.py": (
        "--dataset_name words --model_name_or_path {models}/bert --max_seq_length 64 --checkpointing_steps epoch "
        "--with_tracking --report_to tensorboard " + _LOOP
    ),
    T + "question-answering/run_qa.py": (
        "--dataset_name squad --model_name_or_path {models}/bert --max_seq_length 64 --doc_stride 16 " + _TRAINER
    ),
    T + "token-classification/run_ner.py": (
        "--dataset_name conll --model_name_or_path {models}/bert --do_predict " + _TRAINER
    ),
    T + "question-answering/run_qa_beam_search.py": (
        "--dataset_name squad --model_name_or_path {models}/xlnet --max_seq_length 96 --doc_stride 16 " + _TRAINER
    ),
    T + "language-modeling/run_clm_no_trainer.py": (
        "--dataset_name words --model_name_or_path {models}/gpt2 --block_size 64 --checkpointing_steps 2 "
        "--with_tracking --report_to tensorboard " + _LOOP
    ),
    T + "text-classification/run_glue_no_trainer.py": (
        "--task_name mrpc --model_name_or_path {models}/bert --max_length 64 --checkpointing_steps 2 --with_tracking "
        "--report_to tensorboard " + _LOOP
    ),
    T + "summarization/run_summarization_no_trainer.py": (
        "--dataset_name news --text_column article --summary_column highlights --model_name_or_path {models}/t5 "
        "--max_source_length 64 --max_target_length 16 --val_max_target_length 16 --num_beams 2 "
        "--checkpointing_steps 2 --with_tracking --report_to tensorboard " + _LOOP
    ),
    T + "contrastive-image-text/run_clip.py": (
        "--dataset_name coco --model_name_or_path {models}/clip --max_seq_length 32 --remove_unused_columns False "
        "--dataloader_drop_last " + _TRAINER
    ),
    T + "token-classification/run_ner_no_trainer.py": (
        "--dataset_name conll --model_name_or_path {models}/bert --max_length 64 --checkpointing_steps 2 "
        "--with_tracking --report_to tensorboard " + _LOOP
    ),
    T + "language-modeling/run_mlm.py": (
        "--dataset_name words --model_name_or_path {models}/bert --max_seq_length 64 " + _TRAINER
    ),
    T + "multiple-choice/run_swag.py": "--model_name_or_path {models}/bert --max_seq_length 64 " + _TRAINER,
    T + "question-answering/run_seq2seq_qa.py": (
        "--dataset_name squad --context_column context --question_column question --answer_column answers "
        "--model_name_or_path {models}/t5 --max_seq_length 64 --predict_with_generate --max_answer_length 8 " + _TRAINER
    ),
    A + "cv_example.py": "--data_dir pets",
    A + "complete_cv_example.py": "--data_dir pets --checkpointing_steps epoch --with_tracking",
    A + "by_feature/tracking.py": "--with_tracking",
    A + "complete_nlp_example.py": "--checkpointing_steps 2 --with_tracking",
    A + "by_feature/cross_validation.py": "",
    A + "by_feature/local_sgd.py": "",
    A + "by_feature/multi_process_metrics.py": "",
    A + "by_feature/early_stopping.py": "",
    D + "t2i_adapter/train_t2i_adapter_sdxl.py": (
        _SDXL + " --adapter_model_name_or_path {models}/t2i_adapter --dataset_name captions "
        "--conditioning_image_column conditioning_image --validation_prompt red --validation_image pictures/0.jpg "
        "--validation_steps 2 --num_validation_images 1"
    ),
    D + "vqgan/train_vqgan.py": (
        "--dataset_name captions --model_config_name_or_path {models}/vq --resolution 128 --train_batch_size 2 "
        "--max_train_steps 3 --gradient_accumulation_steps 1 --log_grad_norm_steps 1 --log_steps 1 --validation_steps 2 "
        "--validation_images pictures/0.jpg --timm_model_backend vgg11 --output_dir out --checkpointing_steps 2 "
        "--report_to tensorboard"
    ),
    D + "unconditional_image_generation/train_unconditional.py": (
        "--dataset_name captions --model_config_name_or_path {models}/unet2d --resolution 32 --train_batch_size 8 "
        "--eval_batch_size 2 --num_epochs 1 --ddpm_num_steps 10 --ddpm_num_inference_steps 2 --use_ema "
        "--checkpointing_steps 4 --output_dir out"
    ),
    D + "textual_inversion/textual_inversion_sdxl.py": (
        _SDXL + " --train_data_dir pictures --learnable_property object --placeholder_token <thing> "
        "--initializer_token a --save_steps 2 --validation_prompt red --validation_steps 2 --num_validation_images 1"
    ),
    D + "text_to_image/train_text_to_image_lora_sdxl.py": (
        _SDXL + " --dataset_name captions --train_text_encoder --validation_prompt red --num_validation_images 1 "
        "--snr_gamma 5"
    ),
    D + "kandinsky2_2/text_to_image/train_text_to_image_prior.py": (
        _PRIOR + " --use_ema --snr_gamma 5 --validation_prompts red"
    ),
    D + "kandinsky2_2/text_to_image/train_text_to_image_decoder.py": (
        _DECODER + " --use_ema --snr_gamma 5 --validation_prompts red"
    ),
    D + "advanced_diffusion_training/train_dreambooth_lora_sd15_advanced.py": (
        _SD + " --instance_data_dir pictures --instance_prompt red --train_text_encoder --snr_gamma 5 "
        "--validation_prompt red --num_validation_images 1 --validation_epochs 1"
    ),
    L + "pytorch/bug_report/bug_report_model.py": "",
    L + "pytorch/basics/autoencoder.py": _TESTED,
    L + "pytorch/domain_templates/computer_vision_fine_tuning.py": (
        f"fit {_FIT} --finetuning.milestones [1,2] --data.batch_size 4"
    ),
    L + "pytorch/basics/backbone_image_classifier.py": _TESTED,
    L + "fabric/kfold_cv/train_fabric.py": "--dry-run --folds 2",
    L + "pytorch/basics/transformer.py": "",
    L + "fabric/language_model/train.py": "",
    S + "train.py": (
        "pets --model resnet18 --num-classes 4 --img-size 64 -b 4 -vb 4 --epochs 1 --workers 0 --no-prefetcher "
        "--model-ema --mixup 0.2 --clip-grad 1.0 --log-interval 1 --amp --output out"
    ),
    S + "benchmark.py": "--model resnet18 --bench both --img-size 64 -b 8 --num-warm-iter 2 --num-bench-iter 20",
    S + "legacy_train.py": (
        "pets --model resnet18 --num-classes 4 --img-size 64 -b 4 -vb 4 --epochs 1 --workers 0 "
        "--model-ema --clip-grad 1.0 --log-interval 1 --smoothing 0.1 --output out"
    ),
    S + "inference.py": "pets --model resnet18 --num-classes 4 --img-size 64 -b 4 --workers 0 --topk 2 --include-index",
}

# Of the scripts that come after these in the draw, some: for a score that nothing was mended by.
LATER = {
    T + "image-pretraining/run_mae.py": (
        "--dataset_name images --image_column_name img --model_name_or_path {models}/mae --remove_unused_columns False "
        + _TRAINER
    ),
    T + "text-classification/run_glue.py": (
        "--task_name mrpc --model_name_or_path {models}/bert --max_seq_length 64 --do_predict " + _TRAINER
    ),
    D + "controlnet/train_controlnet.py": (
        _SD + " --dataset_name captions --conditioning_image_column conditioning_image --validation_prompt red "
        "--validation_image pictures/0.jpg --validation_steps 2 --num_validation_images 1"
    ),
    L + "fabric/image_classifier/train_fabric.py": "--epochs 1 --log-interval 50 --save-model",
    L + "fabric/dcgan/train_fabric.py": "",
    S + "validate.py": "pets --model resnet18 --num-classes 4 --img-size 64 -b 4 --workers 0 --split validation",
}


def prepare(script):
    """Files that the script reads, in the working folder."""
    if script.startswith(A):
        data.pictures("pets")
    elif script.startswith(D):
        data.pictures("pictures", 8, lambda number: f"{number}.jpg")
    elif script.startswith(S):
        for part in ("train", "validation"):
            data.pictures(f"pets/{part}", 16, lambda number: f"breed{number % 4}/{number}.jpg")
    elif "fine_tuning" in script:
        for part in ("train", "validation"):
            data.pictures(f"data/cats_and_dogs_filtered/{part}", 16, lambda number: f"{'cats' if number % 2 else 'dogs'}/{number}.jpg")
