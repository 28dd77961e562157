import * as contract from '@estante/contract/play/preferences.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { serve } from '../http/serve.ts'
import { lockLiveMember } from '../members/member-session.ts'
import { changePreferences, readPreferences } from './preferences.ts'

export function preferenceRoutes(app: FastifyInstance, { db, clock }: Context): void {
  serve(app, contract.getPreferences, ({ request: { member } }) => readPreferences(db.read, member))

  serve(app, contract.changePreferences, ({ body, request: { member } }) =>
    db.write(async (tx) => {
      await lockLiveMember(tx, member)
      return changePreferences(tx, clock.now(), member, body.basedOn, body.changes)
    }),
  )
}
