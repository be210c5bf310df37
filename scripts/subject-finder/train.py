"""python3 train.py THINGS OUT --start FILE --until HH:MM [--size 160]: trains the network that finds a picture's subject.

THINGS is a folder that make-things.ts may still be filling; backgrounds are this repository's own pictures. FILE is a
checkpoint (.pt) or an ONNX file, such as ../../engine/weights/room-reader.onnx, whose features it begins with.
Checkpoints OUT-MINUTES.pt hold the running mean of the weights, with their overlap on held-out things and backgrounds.
"""

import argparse
import copy
import multiprocessing
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import compose
from finder import MEAN, SPREAD, SubjectFinder, blend, load_finder, until_time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BATCH = 16
# Composites that are kept; each is shown several times, because making one takes longer than learning from it.
KEPT = 6000
HELD_OUT = 192


def feed(folder, size, queue, seed):
    # Linux shares its cores by session: the feeder takes nothing from the training's part.
    os.setsid()
    things = compose.Things(folder, False)
    composer = compose.Composer(things, compose.Backgrounds(ROOT, False), size, seed)
    made = 0
    while True:
        queue.put([composer.make() for _ in range(8)])
        made += 8
        if made % 800 == 0:
            things.refresh()


def held_out(folder, size):
    things, backgrounds = compose.Things(folder, True), compose.Backgrounds(ROOT, True)
    composer = compose.Composer(things, backgrounds, size, 7)
    return [composer.make() for _ in range(HELD_OUT)]


def as_input(pictures):
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
    return (x.float() / 255 - MEAN) / SPREAD


def as_truth(opacities):
    return F.avg_pool2d(torch.from_numpy(np.stack(opacities)).float()[:, None] / 255, 2)


def loss_of(scores, truth):
    """Cross-entropy, the borders counted double, and the soft overlap of each picture."""
    rim = (F.max_pool2d(truth, 5, 1, 2) - (1 - F.max_pool2d(1 - truth, 5, 1, 2))).clamp(0, 1)
    entropy = (F.binary_cross_entropy_with_logits(scores, truth, reduction="none") * (1 + rim)).mean()
    share = scores.sigmoid()
    both = (share * truth).sum((1, 2, 3))
    either = (share + truth - share * truth).sum((1, 2, 3))
    return entropy + (1 - (both + 5) / (either + 5)).mean()


def overlap(network, pictures):
    network.eval()
    found = []
    with torch.no_grad():
        for at in range(0, len(pictures), 32):
            part = pictures[at : at + 32]
            marked = network(as_input([rgb for rgb, _ in part])) > 0
            truth = as_truth([opacity for _, opacity in part]) > 0.5
            both, either = (marked & truth).sum((1, 2, 3)), (marked | truth).sum((1, 2, 3))
            found += [float(b) / float(e) if e else 1.0 for b, e in zip(both, either)]
    return np.mean(found)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("things")
    words.add_argument("out")
    words.add_argument("--start", default="")
    words.add_argument("--until", required=True)
    words.add_argument("--rate", type=float, default=2e-3)
    words.add_argument("--size", type=int, default=160)
    words.add_argument("--batch", type=int, default=BATCH)
    given = words.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    queue = multiprocessing.Queue(8)
    feeder = multiprocessing.Process(target=feed, args=(given.things, given.size, queue, int(time.time())), daemon=True)
    feeder.start()
    network = load_finder(given.start) if given.start else SubjectFinder()
    network = network.train().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=given.rate, weight_decay=1e-2)
    judged = held_out(given.things, given.size)
    kept, made = [], 0
    while len(kept) < 400:
        kept += queue.get()
    began, end = time.time(), until_time(given.until)
    step, saved, running = 0, began, None
    while time.time() < end:
        if step % 2 == 0 and not queue.empty():
            for one in queue.get():
                if len(kept) < KEPT:
                    kept.append(one)
                else:
                    kept[made % KEPT] = one
                made += 1
        done = (time.time() - began) / (end - began)
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, (step + 1) / 100) * (0.5 * (1 + np.cos(np.pi * done)) + 0.01)
        batch = [kept[i] for i in random.integers(len(kept), size=given.batch)]
        batch = [(rgb[:, ::-1], truth[:, ::-1]) if random.random() < 0.5 else (rgb, truth) for rgb, truth in batch]
        loss = loss_of(network(as_input([rgb for rgb, _ in batch])), as_truth([truth for _, truth in batch]))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        step += 1
        blend(mean, network, min(0.998, step / (step + 20)))
        running = float(loss) if running is None else running * 0.98 + 0.02 * float(loss)
        minutes = (time.time() - began) / 60
        if step % 50 == 0:
            print(f"{minutes:.1f} min, step {step}, loss {running:.3f}, {made} composites", flush=True)
        if time.time() - saved > 180:
            saved = time.time()
            torch.save(mean.state_dict(), f"{given.out}-{round(minutes):03d}.pt")
            print(f"{minutes:.1f} min, overlap on held-out composites {overlap(mean, judged):.3f}", flush=True)
    torch.save(mean.state_dict(), f"{given.out}.pt")
    print(f"{step} steps of {given.batch} in {minutes:.0f} minutes, overlap {overlap(mean, judged):.3f}")
    feeder.terminate()


if __name__ == "__main__":
    main()
    sys.exit(0)
