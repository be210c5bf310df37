"""python3 train.py FACADES OUT --start FILE --until HH:MM: trains the window finder on one core.

FACADES is a folder of make-facades.ts, which may still be filling it; FILE a checkpoint (.pt) or an ONNX file of an
export.py, such as ../../engine/weights/room-reader.onnx. Checkpoints OUT-MINUTES.pt hold the running mean of the
weights, every two minutes.
"""

import argparse
import copy
import multiprocessing
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

import crops
from finder import MEAN, SPREAD, KINDS, WindowFinder, load_finder
from painted import changes
from training import blend, until_time

BATCH = 8
WINDOW = KINDS.index("window")


def feed(folder, queue, seed, share_of_traced):
    # Linux shares its cores by session: the feeder takes nothing from the training's part.
    os.setsid()
    changes.begin(seed)
    fronts = crops.Painted()
    for batch in range(10**9):
        if batch % 100 == 0:
            traced = crops.Traced(folder)
        made = [crops.crop(traced, fronts, share_of_traced) for _ in range(BATCH)]
        queue.put((len(traced.sets), *(np.stack(part) for part in zip(*made))))


def loss_of(scores, middles, kinds, cores):
    """Cross-entropy, soft dice of windows, half of the middles' cross-entropy."""
    entropy = F.cross_entropy(scores, kinds, ignore_index=255, label_smoothing=0.03)
    counted = (kinds < 255).float()
    truth = (kinds == WINDOW).float()
    found = scores.softmax(1)[:, WINDOW] * counted
    dice = (1 - (2 * (found * truth).sum((1, 2)) + 40) / ((found + truth).sum((1, 2)) + 40)).mean()
    middle = F.binary_cross_entropy_with_logits(middles[:, 0], cores, weight=counted)
    return entropy + 0.7 * dice + 0.5 * middle, float(dice)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("facades")
    words.add_argument("out")
    words.add_argument("--start", default="")
    words.add_argument("--until", required=True)
    words.add_argument("--rate", type=float, default=3e-3)
    words.add_argument("--traced", type=float, default=0.3)
    given = words.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    queue = multiprocessing.Queue(8)
    feeder = multiprocessing.Process(
        target=feed, args=(given.facades, queue, int(time.time()), given.traced), daemon=True
    )
    feeder.start()
    network = load_finder(given.start) if given.start else WindowFinder()
    print(sum(p.numel() for p in network.parameters()), "parameters", flush=True)
    network = network.train().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=given.rate, weight_decay=1e-2)
    began, end = time.time(), until_time(given.until)
    step, saved, running, dices = 0, began, None, None
    while time.time() < end:
        done = (time.time() - began) / (end - began)
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, (step + 1) / 100) * (0.5 * (1 + np.cos(np.pi * done)) + 0.01)
        count, rgb, kinds, cores = queue.get()
        x = torch.from_numpy(rgb).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last).float() / 255
        scores, middles = network((x - MEAN) / SPREAD)
        loss, dice = loss_of(scores, middles, torch.from_numpy(kinds).long(), torch.from_numpy(cores).float())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        step += 1
        blend(mean, network, min(0.997, step / (step + 20)))
        running = float(loss) if running is None else running * 0.97 + 0.03 * float(loss)
        dices = dice if dices is None else dices * 0.97 + 0.03 * dice
        minutes = (time.time() - began) / 60
        if step % 50 == 0:
            print(f"{minutes:.1f} min, step {step}, loss {running:.3f}, dice {dices:.3f}, {count} traced, "
                  f"{queue.qsize()} waiting", flush=True)
        if time.time() - saved > 120:
            saved = time.time()
            torch.save(mean.state_dict(), f"{given.out}-{round(minutes):03d}.pt")
    torch.save(mean.state_dict(), f"{given.out}.pt")
    print(f"{step} steps of {BATCH} in {(time.time() - began) / 60:.0f} minutes")
    feeder.terminate()


if __name__ == "__main__":
    main()
