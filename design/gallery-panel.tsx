import type { NewSecret } from '@estante/contract/panel/credentials.ts'
import type { ComponentChildren } from 'preact'
import { RecoveryCodesDialog } from '../panel/account/recovery-codes.tsx'
import { CodeBlock } from '../panel/copy/code-block.tsx'
import { CopyButton } from '../panel/copy/copy-button.tsx'
import { CopyField } from '../panel/copy/copy-field.tsx'
import { CopyableCode } from '../panel/copy/copyable-code.tsx'
import { SecretDialog } from '../panel/integrations/credential-dialogs.tsx'
import { NewPasswordField } from '../panel/password/new-password-field.tsx'
import { PasswordField } from '../panel/password/password-field.tsx'
import type { Rating } from '../panel/password/use-rating.ts'
import { InvitationLinkDialog } from '../panel/team/invitation-link-dialog.tsx'
import { openSheet, partsOf, type State, stateOf } from './gallery-states.tsx'

const CLIENT_ID = 'estante_test_Q7mZ2wRk9TnC4xVbL8sD1yHf'
const SECRET = 'nN3xJq8Lw2Rv7Tz0Yb5Kc9Md4Pf6Hg1S'
const secret = { clientSecret: SECRET, credential: { name: 'Backend', clientId: CLIENT_ID } } as NewSecret
const invited = {
  email: 'ana@ipe.example',
  invitationUrl: 'https://estante.example/painel/convite#iv_0197c0de.Q7mZ2wRk',
}
const codes = Array.from({ length: 10 }, (_, index) => `k7qm-${index}x4t-9rvb`)

/** A new password with the service's rating. */
function rated(value: string, rating?: Partial<Rating>): State {
  const Field = () => <NewPasswordField label="Nova senha" about={[]} value={value} onInput={() => {}} />
  return stateOf(Field, { '/password/rate': { isAccepted: true, warning: null, suggestions: [], ...rating } })
}

/** Components of the panel, each in every state. */
export const panelParts: Record<string, () => ComponentChildren> = {
  'Para copiar': () => (
    <>
      <CopyButton value={CLIENT_ID} valueName="o client_id" />
      <CopyButton value={CLIENT_ID} valueName="o client_id">
        Copiar
      </CopyButton>
      <CopyableCode value={CLIENT_ID} valueName="o client_id" />
      <div class="gallery__wide stack gap-4">
        <CopyField label="client_id" value={CLIENT_ID} valueName="o client_id" />
        <CodeBlock title="No .env" code={`ESTANTE_CLIENT_ID=${CLIENT_ID}`} codeName="a linha do .env" />
      </div>
    </>
  ),
  Senhas: () => (
    <div class="gallery__wide stack gap-4">
      <PasswordField label="Senha" autocomplete="off" value="farol" onInput={() => {}} />
      <PasswordField label="Senha" autocomplete="off" error="A senha não confere." value="farol" onInput={() => {}} />
    </div>
  ),
  ...partsOf({
    'Senha nova': {
      Vazia: rated(''),
      Curta: rated('farol'),
      Fraca: rated('senha1234567', {
        score: 1,
        isAccepted: false,
        warning: 'É parecida com uma senha muito usada.',
        suggestions: ['Junte mais palavras, de preferência pouco comuns.'],
      }),
      'Quase lá': rated('farol de areia', { score: 2, isAccepted: false }),
      Boa: rated('farol de sal 7', { score: 3 }),
      Ótima: rated('sete barcos voltam antes da chuva', { score: 4 }),
    },
    'Segredos mostrados uma vez': {
      Credencial: stateOf(openSheet(({ open, onClose }) => open && <SecretDialog secret={secret} onSaved={onClose} />)),
      Convite: stateOf(
        openSheet(({ open, onClose }) => open && <InvitationLinkDialog invited={invited} onDone={onClose} />),
      ),
      'Códigos de recuperação': stateOf(
        openSheet(({ open, onClose }) => open && <RecoveryCodesDialog codes={codes} onSaved={onClose} />),
      ),
    },
  }),
}
