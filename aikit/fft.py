"""The Fourier transform extension of the Array API standard."""

from __future__ import annotations

from aikit.functional.aikit.fft import fftshift

__all__ = ["fftshift"]
