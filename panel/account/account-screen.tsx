import { Button } from '@estante/design/button/button.tsx'
import { useState } from 'preact/hooks'
import { me } from '../admin-session/admin-session.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text } from '../text.ts'
import { NameDialog } from './name-dialog.tsx'
import { Part } from './part.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import './account-screen.css'

const words = text.account

/** What is mine: who I am here, how I enter, and where I have entered. */
export function AccountScreen() {
  const [open, setOpen] = useState<'name' | 'password'>()
  const close = () => setOpen(undefined)
  if (!me.value) return null
  const { admin, partner } = me.value
  return (
    <>
      <ScreenHeader title={text.shell.account} />
      <div class="account">
        <Part
          title={words.about}
          action={
            <Button variant="soft" size="compact" onClick={() => setOpen('name')}>
              {words.changeName}
            </Button>
          }
        >
          <dl class="account__facts">
            <Fact name={words.name} value={admin.name} />
            <Fact name={words.email} value={admin.email} />
            <Fact name={words.role} value={text.roles[admin.role]} />
            {partner && <Fact name={words.partner} value={partner.name} />}
          </dl>
        </Part>
        <Part
          title={words.password}
          action={
            <Button variant="soft" size="compact" onClick={() => setOpen('password')}>
              {words.changePassword}
            </Button>
          }
        >
          <p class="account__words">{words.passwordHelp}</p>
        </Part>
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

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="account__fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
