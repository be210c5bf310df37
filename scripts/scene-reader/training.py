"""What trainings here have in common."""

from datetime import datetime, timedelta

import torch


def until_time(text):
    """The next time that a clock shows HH:MM, seconds since 1970."""
    now = datetime.now()
    end = datetime.combine(now.date(), datetime.strptime(text, "%H:%M").time())
    return (end if end > now else end + timedelta(days=1)).timestamp()


def blend(mean, network, keep):
    """Moves the running mean of the weights towards a network; keep: 0-1, what stays of the mean."""
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), network.state_dict().values()):
            if old.dtype.is_floating_point:
                old.mul_(keep).add_(new, alpha=1 - keep)
            else:
                old.copy_(new)
