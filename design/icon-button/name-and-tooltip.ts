import type { TargetedPointerEvent } from 'preact'

/**
 * Names an element that shows only an icon, with a tooltip while a mouse is over it. A permanent `title` would be read
 * by some screen readers after the same name.
 */
export function nameAndTooltip(label: string) {
  return {
    'aria-label': label,
    // At each move, not only on entering: a press may change the name.
    onPointerMove({ currentTarget, pointerType }: TargetedPointerEvent<HTMLElement>) {
      if (pointerType === 'mouse') currentTarget.title = label
    },
    onPointerLeave({ currentTarget }: TargetedPointerEvent<HTMLElement>) {
      currentTarget.removeAttribute('title')
    },
  }
}
