import type { Profile } from '@estante/contract/play/launch.ts'
import { toBrand } from '../appearance/brand.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { displayNameOf } from '../display-name.ts'
import { nameOfEnvironment } from '../environment.ts'
import { ApiError } from '../http/errors.ts'
import type { MemberKey } from '../tenancy.ts'

type ServiceSettings = Pick<Config, 'serviceName' | 'retention' | 'dictionaryPath'>

/** Describes the member, the partner and the environment of a session. Throws `INVALID_ACCESS_TOKEN`. */
export async function readProfile(
  db: Connection,
  member: MemberKey,
  { serviceName, retention, dictionaryPath }: ServiceSettings,
): Promise<Profile> {
  const { partnerId, memberId } = member
  const [row] = await selectProfile(db, { partnerId, memberId })
  // Erased since they signed in.
  if (!row) throw new ApiError('INVALID_ACCESS_TOKEN')
  const brand = toBrand({ ...row, public_id: row.partner_public_id })
  const partnerName = row.display_name ?? row.partner_name
  return {
    member: { id: row.public_id, name: displayNameOf(row), email: row.email },
    partner: {
      name: partnerName,
      ...(brand && { brand }),
      ...(row.privacy_contact !== null && { privacyContact: row.privacy_contact }),
    },
    environment: nameOfEnvironment(row.environment),
    service: {
      name: brand ? partnerName : serviceName,
      activityRetentionMonths: retention.activityMonths,
      hasDictionary: dictionaryPath !== undefined,
    },
  }
}

const selectProfile = prepared((db, { partnerId, memberId }: MemberKey) =>
  db
    .selectFrom('member')
    .innerJoin('partner', 'partner.id', 'member.partner_id')
    .select(['member.public_id', 'member.name', 'member.email', 'member.environment'])
    .select([
      'partner.public_id as partner_public_id',
      'partner.name as partner_name',
      'display_name',
      'accent_color',
      'logo_version',
      'logo_tone',
      'privacy_contact',
    ])
    .where('member.partner_id', '=', partnerId)
    .where('member.id', '=', memberId),
)
