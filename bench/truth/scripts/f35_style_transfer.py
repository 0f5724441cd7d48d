import torch
import torch.nn.functional as F


def gram_matrix(input):
    a, b, c, d = input.size()
    features = input.view(a * b, c * d)
    G = torch.mm(features, features.t())
    return G.div(a * b * c * d)


def total_variation(img):
    return (img[:, :, 1:] - img[:, :, :-1]).abs().mean() + (img[..., 1:] - img[..., :-1]).abs().mean()


def collect(layers, x, wanted):
    feats = {}
    for name, layer in layers.items():
        x = layer(x)
        if name in wanted:
            feats[name] = x
    return feats


def run_style_transfer(layers, mean, std, content_img, style_img, input_img, style_layers, content_layers,
                       num_steps=2, style_weight=1e5, content_weight=1, tv=None, show=None):
    """Run the style transfer."""
    device = input_img.device
    content_img, style_img = content_img.to(device), style_img.to(device)
    norm = lambda im: (im - mean.view(-1, 1, 1)) / std.view(-1, 1, 1)
    with torch.no_grad():
        style_grams = {k: gram_matrix(v) for k, v in collect(layers, norm(style_img), style_layers).items()}
        contents = collect(layers, norm(content_img), content_layers)
    input_img.requires_grad_(True)
    optimizer = torch.optim.LBFGS([input_img], max_iter=3)
    run = [0]
    best = [float("inf"), None]
    while run[0] <= num_steps:
        def closure():
            with torch.no_grad():
                input_img.clamp_(0, 1)
            optimizer.zero_grad()
            feats = collect(layers, norm(input_img), set(style_layers) | set(content_layers))
            style_score = sum(F.mse_loss(gram_matrix(feats[k]), g) for k, g in style_grams.items())
            content_score = sum(F.mse_loss(feats[k], c) for k, c in contents.items())
            loss = style_weight * style_score + content_weight * content_score
            if tv:
                loss = loss + tv * total_variation(input_img)
            loss.backward()
            run[0] += 1
            if run[0] % 2 == 0:
                print("run {}: Style Loss : {:4f} Content Loss: {:4f}".format(
                    run, style_score.item(), content_score.item()))
            if loss < best[0]:
                best[0], best[1] = loss.item(), input_img.detach().clone()
            return loss
        optimizer.step(closure)
    with torch.no_grad():
        input_img.clamp_(0, 1)
    if show is not None:
        show(input_img.detach().cpu().squeeze(0).permute(1, 2, 0).numpy(), title="%.3f" % best[0])
    return input_img
