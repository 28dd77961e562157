import { formatNumber } from '../portuguese.ts'

export const MIN_SPEED = 0.5
export const MAX_SPEED = 3
export const SPEED_STEP = 0.05
export const speedPresets = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** Returns the nearest available speed; 1 for anything but a number. */
export function toSpeed(value: unknown): number {
  const number = Number(value)
  if (!Number.isFinite(number) || number <= 0) return 1
  const stepped = Math.round(number / SPEED_STEP) * SPEED_STEP
  return Math.round(Math.min(MAX_SPEED, Math.max(MIN_SPEED, stepped)) * 100) / 100
}

/** Formats a speed: `1×`, `1,25×`. */
export function speedLabel(speed: number): string {
  return `${formatNumber(speed)}×`
}
