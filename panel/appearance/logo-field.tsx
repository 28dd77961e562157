import type { Logo } from '@estante/contract/play/launch.ts'
import { Button } from '@estante/design/button/button.tsx'
import { PictureField } from '@estante/design/picture-field/picture-field.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { useAction } from '../actions/use-action.ts'
import { dropLogo, sendLogo } from './appearance.ts'
import { text } from './text.ts'

/** The logo, uploaded as soon as it is dropped or chosen. */
export function LogoField({ logo, name }: { logo: Logo | null; name: string }) {
  const { isBusy, problem, run } = useAction()
  const [sending, setSending] = useState<File>()
  const send = (picture: File | undefined) => {
    if (!picture) return
    setSending(picture)
    void run(async () => {
      await sendLogo(picture)
      showToast(text.logoSavedToast)
    }).finally(() => setSending(undefined))
  }
  const remove = () =>
    run(async () => {
      await dropLogo()
      showToast(text.logoRemoved)
    })
  return (
    <div class="logo-field">
      <PictureField
        label={text.logo}
        labels={{ choose: logo ? text.changeLogo : text.chooseLogo, giveUp: text.giveUp, alt: text.newLogoAlt }}
        hint={isBusy && sending ? text.sending : text.logoHint}
        error={problem}
        accept="image/png,image/jpeg,image/webp"
        value={undefined}
        onChange={send}
      >
        <div class="logo-field__picture">
          <div class="logo-field__preview centered" data-tone={logo?.tone}>
            {logo ? (
              <img src={logo.url} alt={text.logoAlt(name)} />
            ) : (
              <span class="logo-field__none">{text.noLogo}</span>
            )}
          </div>
          {logo && (
            <Button variant="plain" size="compact" aria-busy={isBusy} onClick={remove}>
              {text.removeLogo}
            </Button>
          )}
        </div>
      </PictureField>
    </div>
  )
}
