import type { Device } from '@estante/contract/play/places.ts'

/** Detects the kind of device, to tell the member where they were. An iPad pretends to be a Mac, which has no touch. */
export function deviceOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (/iPhone|iPod/.test(userAgent)) return 'iphone'
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ipad'
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'android-phone' : 'android-tablet'
  return 'computer'
}
