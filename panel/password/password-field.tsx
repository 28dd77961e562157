import { type InputProps, TextField } from '@estante/design/field/text-field.tsx'
import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { EyeIcon, EyeOffIcon } from '@estante/design/icons/icons.tsx'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../text.ts'

interface PasswordFieldProps {
  label: string
  hint?: ComponentChildren
  error?: string | undefined
  onInput: (value: string) => void
}

/** A password field with a button to reveal it and a warning for Caps Lock. */
export function PasswordField({ hint, ...rest }: PasswordFieldProps & Omit<InputProps, 'type'>) {
  const [isVisible, setVisible] = useState(false)
  const [isCapsLocked, setCapsLocked] = useState(false)
  const followCapsLock = (event: KeyboardEvent) => setCapsLocked(event.getModifierState?.('CapsLock') ?? false)
  return (
    <TextField
      {...rest}
      type={isVisible ? 'text' : 'password'}
      autocapitalize="none"
      spellcheck={false}
      hint={isCapsLocked ? text.password.capsLock : hint}
      onKeyDown={followCapsLock}
      onKeyUp={followCapsLock}
      onBlur={() => setCapsLocked(false)}
      trailing={
        <IconButton
          label={isVisible ? text.password.hide : text.password.show}
          icon={isVisible ? EyeOffIcon : EyeIcon}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  )
}
