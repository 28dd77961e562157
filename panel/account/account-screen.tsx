import { Button } from '@estante/design/button/button.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useState } from 'preact/hooks'
import { TextFieldDialog } from '../actions/text-field-dialog.tsx'
import { me } from '../admin-session/admin-session.ts'
import { Fact } from '../shell/fact.tsx'
import { CardPart } from '../shell/part.tsx'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as panelText } from '../text.ts'
import { changeName } from './account.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { text } from './text.ts'
import './account-screen.css'

/** The admin's own account: name, sign-in and sessions. */
export function AccountScreen() {
  const [open, setOpen] = useState<'name' | 'password'>()
  const close = () => setOpen(undefined)
  if (!me.value) return null
  const { admin, partner } = me.value
  return (
    <>
      <ScreenHeader title={panelText.shell.account} />
      <div class="account stack">
        <CardPart
          title={text.about}
          action={
            <Button variant="soft" size="compact" onClick={() => setOpen('name')}>
              {text.changeName}
            </Button>
          }
        >
          <dl class="account__facts lined">
            <Fact name={text.name}>{admin.name}</Fact>
            <Fact name={text.email}>{admin.email}</Fact>
            <Fact name={text.role}>{panelText.roles[admin.role]}</Fact>
            {partner && <Fact name={text.partner}>{partner.name}</Fact>}
          </dl>
        </CardPart>
        <CardPart
          title={text.password}
          action={
            <Button variant="soft" size="compact" onClick={() => setOpen('password')}>
              {text.changePassword}
            </Button>
          }
        >
          <p class="account__text">{text.passwordHelp}</p>
        </CardPart>
        <SecondFactorPart
          isOn={admin.hasSecondFactor}
          isRequired={me.value.isSecondFactorRequired}
          codesLeft={me.value.recoveryCodesLeft}
        />
        <SessionsPart />
      </div>
      {open === 'name' && <NameDialog name={admin.name} onClose={close} />}
      {open === 'password' && <PasswordDialog admin={admin} onClose={close} />}
    </>
  )
}

/** Edits the admin's own name, which the team sees. */
function NameDialog({ name: first, onClose }: { name: string; onClose: () => void }) {
  return (
    <TextFieldDialog
      title={text.changeName}
      action={text.changeName}
      label={text.name}
      hint={text.nameHint}
      first={first}
      autocomplete="name"
      maxLength={256}
      faultOf={(name) => (name ? undefined : text.nameMissing)}
      act={async (name) => {
        await changeName(name)
        showToast(text.nameSaved(name))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
