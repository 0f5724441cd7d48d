import torch


def run(script, toys):
    head = toys.net(4, 10)
    gen = script["AnchorGenerator"]([4.0], [0.7, 1.4], 4)
    gt = torch.tensor([[0.0, 0, 5, 5], [6, 6, 12, 13]]).cuda()
    for _ in range(2):
        loss, out, anchors = script["rpn_loss"](torch.randn(1, 4, 4, 4).cuda(), head, gt, gen, script["Matcher"](0.5, 0.3))
        loss.backward()
    script["predict"](out.detach(), anchors, (16, 16))
    script["predict"](out.detach(), anchors, (16, 16), 1.1)
    script["fast_nms"](gt.repeat(3, 1), torch.rand(2, 6).cuda(), 0.5, 4, 3)
