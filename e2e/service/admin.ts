import { randomUUID } from 'node:crypto'
import type { AdminRole, PartnerRole } from '@estante/contract/roles.ts'
import { findAdmin } from '@estante/server/admins/admin.ts'
import { mintPasswordReset, passwordResetUrl } from '@estante/server/admins/password-reset.ts'
import { commandLine, UNAUDITED } from '@estante/server/audit/audit.ts'
import { invitationUrl, inviteAdmin } from '@estante/server/team/invitation.ts'
import { joinPanel } from '@estante/server/test/panel.ts'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Partner } from './partner.ts'
import type { Service } from './start.ts'

/** Creates an invitation to a partner's panel. Returns its link and e-mail. */
export async function invite({ context }: Service, partner: Pick<Partner, 'id'>, role: PartnerRole) {
  const { db, clock, config } = context
  const email = `${role}-${randomUUID()}@banco-aurora.com.br`
  const { token } = await db.write((tx) =>
    inviteAdmin(tx, clock.now(), { partnerId: partner.id, email, role }, UNAUDITED),
  )
  return { email, url: invitationUrl(config, token) }
}

/** Creates an invitation for an operator. Returns its link. */
export async function inviteOperator({ context }: Service): Promise<string> {
  const { db, clock, config } = context
  const email = `operacao-${randomUUID()}@estante.example`
  const { token } = await db.write((tx) =>
    inviteAdmin(tx, clock.now(), { partnerId: null, email, role: 'operator' }, UNAUDITED),
  )
  return invitationUrl(config, token)
}

/** Signs a page in as a new admin of the partner, by cookie. */
export function enterPanel(page: Page, service: Service, partner: Pick<Partner, 'id'>, role: PartnerRole) {
  return enter(page, service, partner.id, role)
}

/** Signs a page in as a new operator, by cookie. */
export function enterAsOperator(page: Page, service: Service) {
  return enter(page, service, null, 'operator')
}

async function enter(page: Page, { app, context, baseUrl }: Service, partnerId: number | null, role: AdminRole) {
  const { email, cookie } = await joinPanel(app, context, partnerId, role)
  const [name = '', value = ''] = cookie().split('=')
  await page.context().addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Strict' }])
  return { email }
}

/** Creates a password reset link, like the operator's command. */
export async function resetUrl({ context }: Service, email: string): Promise<string> {
  const { db, clock, config } = context
  const admin = await findAdmin(db.read, email)
  if (!admin) throw new Error(`No admin ${email}`)
  const { token } = await db.write((tx) => mintPasswordReset(tx, clock.now(), admin, commandLine(admin.partner_id)))
  return passwordResetUrl(config, token)
}

/** Sets up the second factor on the page that requires it, and confirms its recovery codes. */
export async function setUpSecondFactor(page: Page, { clock }: Service): Promise<void> {
  const key = await page.getByRole('definition').locator('code').innerText()
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  await page.getByLabel(/^Código de 6 dígitos/).fill(new TOTP({ secret }).generate({ timestamp: clock.now() }))
  await page.getByLabel('Já guardei os códigos').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
}
