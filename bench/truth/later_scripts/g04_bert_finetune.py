import logging

import numpy as np
import torch
from torch.nn.utils import clip_grad_norm_

logger = logging.getLogger(__name__)


def simple_accuracy(preds, labels):
    return (preds == labels).mean()


def acc_and_f1(preds, labels):
    acc = simple_accuracy(preds, labels)
    tp = ((preds == 1) & (labels == 1)).sum()
    precision = tp / max((preds == 1).sum(), 1)
    recall = tp / max((labels == 1).sum(), 1)
    return {"acc": acc, "f1": 2 * precision * recall / max(precision + recall, 1e-8)}


def train(args, model, train_dataloader, eval_dataloader, optimizer, scheduler):
    tr_loss, logging_loss = 0.0, 0.0
    global_step = 0
    model.zero_grad()
    for _ in range(int(args.num_train_epochs)):
        for step, batch in enumerate(train_dataloader):
            model.train()
            batch = tuple(t.to(args.device) for t in batch)
            inputs = {"input_ids": batch[0], "attention_mask": batch[1], "labels": batch[2]}
            outputs = model(**inputs)
            loss = outputs[0]
            if args.gradient_accumulation_steps > 1:
                loss = loss / args.gradient_accumulation_steps
            loss.backward()
            tr_loss += loss.item()
            if (step + 1) % args.gradient_accumulation_steps == 0:
                clip_grad_norm_(model.parameters(), args.max_grad_norm)
                optimizer.step()
                scheduler.step()
                model.zero_grad()
                global_step += 1
                if args.logging_steps > 0 and global_step % args.logging_steps == 0:
                    logger.info("step %d loss %.4f", global_step, (tr_loss - logging_loss) / args.logging_steps)
                    logging_loss = tr_loss
            if args.max_steps > 0 and global_step > args.max_steps:
                break
    results = evaluate(args, model, eval_dataloader)
    for key in sorted(results.keys()):
        logger.info("  %s = %s", key, str(results[key]))
    return global_step, tr_loss / global_step


def evaluate(args, model, eval_dataloader):
    eval_loss = 0.0
    nb_eval_steps = 0
    preds = None
    out_label_ids = None
    for batch in eval_dataloader:
        model.eval()
        batch = tuple(t.to(args.device) for t in batch)
        with torch.no_grad():
            inputs = {"input_ids": batch[0], "attention_mask": batch[1], "labels": batch[2]}
            tmp_eval_loss, logits = model(**inputs)[:2]
            eval_loss += tmp_eval_loss.mean().item()
        nb_eval_steps += 1
        if preds is None:
            preds = logits.detach().cpu().numpy()
            out_label_ids = inputs["labels"].detach().cpu().numpy()
        else:
            preds = np.append(preds, logits.detach().cpu().numpy(), axis=0)
            out_label_ids = np.append(out_label_ids, inputs["labels"].detach().cpu().numpy(), axis=0)
    preds = np.argmax(preds, axis=1)
    result = acc_and_f1(preds, out_label_ids)
    result["loss"] = eval_loss / nb_eval_steps
    return result


def convert_examples(texts, vocab, max_len=8):
    features = []
    for text in texts:
        ids = [vocab.get(w, 1) for w in text.lower().split()][: max_len - 1]
        mask = [1] * len(ids)
        pad = max_len - len(ids)
        features.append((ids + [0] * pad, mask + [0] * pad))
    ids, masks = zip(*features)
    return torch.tensor(ids, dtype=torch.long), torch.tensor(masks, dtype=torch.long)
