import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { IconButton } from '../icon-button/icon-button.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/icons.tsx'
import { type InputProps, TextField } from './text-field.tsx'

interface PasswordFieldProps {
  label: string
  labels: { show: string; hide: string; capsLock: string }
  hint?: ComponentChildren
  error?: string | undefined
  onInput: (value: string) => void
}

/** Password field with a button to reveal it and a warning for Caps Lock. */
export function PasswordField({ labels, hint, ...rest }: PasswordFieldProps & Omit<InputProps, 'type'>) {
  const [isVisible, setVisible] = useState(false)
  const [isCapsLocked, setCapsLocked] = useState(false)
  const followCapsLock = (event: KeyboardEvent) => setCapsLocked(event.getModifierState?.('CapsLock') ?? false)
  return (
    <TextField
      {...rest}
      type={isVisible ? 'text' : 'password'}
      autocapitalize="none"
      spellcheck={false}
      hint={isCapsLocked ? labels.capsLock : hint}
      onKeyDown={followCapsLock}
      onKeyUp={followCapsLock}
      onBlur={() => setCapsLocked(false)}
      trailing={
        <IconButton
          label={isVisible ? labels.hide : labels.show}
          icon={isVisible ? EyeOffIcon : EyeIcon}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  )
}
