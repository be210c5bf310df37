"""python3 train.py PICTURES OUT --start FILE --until HH:MM: trains the scene reader on one core.

PICTURES is a folder that make-pictures.ts may still be filling. FILE is a checkpoint (.pt) or an ONNX file of export.py, such as
../../engine/weights/room-reader.onnx. Checkpoints OUT-MINUTES.pt hold the running mean of the weights, every two minutes.
"""

import argparse
import copy
import multiprocessing
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import augment as changes
from network import CLASSES, MEAN, NUMBER, SPREAD, SceneReader, load_reader
from pictures import Pictures
from training import blend, until_time

BATCH = 8
SHARE_OF_ROOMS = 0.34
WEIGHTS = {"window": 0.9, "roof": 1.2, "grass": 1.2, "water": 1.2, "other": 1.2, "vehicle": 1.8, "person": 1.5}
# Masks that tools act on are also measured as masks.
MASKED = ("sky", "window", "hard", "floor", "ceiling")


def feed(folder, queue, seed):
    # Linux shares its cores by session: the feeder takes nothing from the training's part.
    os.setsid()
    pictures = Pictures(folder)
    random = np.random.default_rng(seed)
    changes.begin(seed + 1)
    another = lambda is_room: pictures.pick(random, float(is_room))[:2]
    for batch in range(10**9):
        if batch % 60 == 59:
            pictures.refresh()
        made = [changes.augment(*pictures.pick(random, SHARE_OF_ROOMS), another) for _ in range(BATCH)]
        queue.put((len(pictures), *(np.stack(part) for part in zip(*made))))


def loss_of(scores, depth, classes, metres, weight):
    """Cross-entropy, half a soft dice on the masked classes, a tenth of the depth's mean error."""
    entropy = F.cross_entropy(scores, classes, weight, ignore_index=255, label_smoothing=0.03)
    share = scores.softmax(1)
    counted = (classes < 255).float()
    dice = 0.0
    for number in (NUMBER[name] for name in MASKED):
        truth = (classes == number).float() * counted
        found = share[:, number] * counted
        both = (found * truth).sum((1, 2))
        dice = dice + (1 - (2 * both + 20) / ((found + truth).sum((1, 2)) + 20)).mean()
    solid = (classes != NUMBER["sky"]) & (classes < 255)
    away = ((depth[:, 0] - (metres - 5) / 2).abs() * solid).sum() / (solid.sum() + 1)
    return entropy + 0.5 * dice / len(MASKED) * 1.4 + 0.1 * away, float(entropy)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("pictures")
    words.add_argument("out")
    words.add_argument("--start", default="")
    words.add_argument("--until", required=True)
    words.add_argument("--rate", type=float, default=2e-3)
    words.add_argument("--threads", type=int, default=1)
    given = words.parse_args()
    torch.set_num_threads(given.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    queue = multiprocessing.Queue(8)
    feeder = multiprocessing.Process(target=feed, args=(given.pictures, queue, int(time.time())), daemon=True)
    feeder.start()
    network = load_reader(given.start) if given.start else SceneReader()
    network = network.train().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=given.rate, weight_decay=1e-2)
    weight = torch.tensor([WEIGHTS.get(name, 1.0) for name in CLASSES])
    began, end = time.time(), until_time(given.until)
    step, saved, running = 0, began, None
    while time.time() < end:
        done = (time.time() - began) / (end - began)
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, (step + 1) / 100) * (0.5 * (1 + np.cos(np.pi * done)) + 0.01)
        count, rgb, classes, metres = queue.get()
        x = torch.from_numpy(rgb).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last).float() / 255
        scores, depth = network((x - MEAN) / SPREAD)
        loss, entropy = loss_of(scores, depth, torch.from_numpy(classes).long(), torch.from_numpy(metres), weight)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        step += 1
        blend(mean, network, min(0.998, step / (step + 20)))
        running = float(loss) if running is None else running * 0.97 + 0.03 * float(loss)
        minutes = (time.time() - began) / 60
        if step % 50 == 0:
            print(f"{minutes:.1f} min, step {step}, loss {running:.3f}, entropy {entropy:.3f}, {count} pictures, "
                  f"{queue.qsize()} waiting", flush=True)
        if time.time() - saved > 120:
            saved = time.time()
            torch.save(mean.state_dict(), f"{given.out}-{round(minutes):03d}.pt")
    torch.save(mean.state_dict(), f"{given.out}.pt")
    print(f"{step} steps of {BATCH} in {(time.time() - began) / 60:.0f} minutes")
    feeder.terminate()


if __name__ == "__main__":
    main()
