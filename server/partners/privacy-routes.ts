import { changePrivacy, getPrivacy, type Privacy } from '@estante/contract/panel/privacy.ts'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../admins/authenticate-admin.ts'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import { partnerOf } from '../tenancy.ts'
import { changePrivacySettings, readPrivacySettings } from './privacy.ts'

/** Registers the panel's routes of a partner's settings for members' data: the team sees them, owners change them. */
export function privacyRoutes(app: FastifyInstance, context: Context): void {
  const { retention, privacyContact } = context.config
  const ofService = {
    serviceContact: privacyContact ?? null,
    activityRetentionMonths: retention.activityMonths,
    auditAddressRetentionMonths: retention.auditAddressMonths,
    callsRetentionDays: retention.callsDays,
    launchesRetentionDays: retention.launchesDays,
  } satisfies Partial<Privacy>

  serve(app, getPrivacy, async ({ request }) => ({
    ...(await readPrivacySettings(context.db.read, partnerOf(request))),
    ...ofService,
  }))

  serve(app, changePrivacy, async ({ body, request }) => ({
    ...(await changePrivacySettings(context, partnerOf(request), body, actorOf(request))),
    ...ofService,
  }))
}
