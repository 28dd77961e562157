import { randomUUID } from 'node:crypto'
import { userPath } from '../people.ts'
import { anyMember, type MemberRecord, newMember, type Profile, takeProfile } from './acknowledged.ts'
import type { Client } from './client.ts'

/** Simulates a partner's backend: creates, changes, links, revokes and restores members, and requests launches. */
export function createBackend({ send, expect }: Client, members: MemberRecord[], number: number) {
  /** E-mails of accounts without identifier, for this worker to link. */
  const accounts: string[] = []
  /** E-mails that it tried to link. */
  const linked: string[] = []
  const weights = new Map([
    [create, 4],
    [update, 3],
    [takeAnothersEmail, 1],
    [link, 1],
    [launch, 5],
    [revoke, 2],
    [restore, 2],
  ])

  return { accounts, linked, weights }

  async function create(): Promise<void> {
    const member = newMember(`w${number}-${members.length}`)
    const profile = { email: `${member.externalUserId}@example.com`, name: 'Nova', isRevoked: false }
    members.push(member)
    if (Math.random() < 0.5) await put(member, { email: profile.email, name: profile.name }, profile)
    else await requestLaunch(member, { email: profile.email, name: profile.name }, profile)
  }

  async function update(): Promise<void> {
    const member = anyMember(members)
    if (!member?.profile) return
    const change =
      Math.random() < 0.5
        ? { name: `Nome ${randomUUID()}` }
        : { email: `${member.externalUserId}-${randomUUID()}@example.com` }
    await put(member, change, { ...member.profile, ...change })
  }

  async function takeAnothersEmail(): Promise<void> {
    const other = anyMember(members, ({ profile }) => profile?.email != null)
    if (!other?.profile?.email) return
    const body = { email: other.profile.email.toUpperCase() }
    const answer = await send('PUT', userPath(`w${number}-ninguem-${randomUUID()}`), { body })
    expect(answer, 409, 'an e-mail was given to two members')
  }

  async function link(): Promise<void> {
    const email = accounts.pop()
    if (email === undefined) return
    linked.push(email)
    const member = newMember(`w${number}-${members.length}`)
    members.push(member)
    await requestLaunch(member, { email }, { email, name: 'Conta', isRevoked: false })
  }

  async function launch(): Promise<void> {
    const member = anyMember(members, ({ profile }) => !profile?.isRevoked)
    if (member?.profile) await requestLaunch(member, {}, member.profile)
  }

  async function requestLaunch(member: MemberRecord, fields: object, profile: Profile): Promise<void> {
    const body = { externalUserId: member.externalUserId, ...fields }
    const answer = await send('POST', '/partner/v1/sessions', { body })
    if (!answer) member.doubt = { kind: 'profile', profile }
    if (!expect(answer, 201, 'no launch')) return
    takeProfile(member, profile)
    member.launches.push({ token: answer.json().launchToken, mintedAt: Date.now(), key: undefined })
  }

  async function revoke(): Promise<void> {
    const member = anyMember(members)
    if (!member?.profile) return
    const profile = { ...member.profile, isRevoked: true }
    const answer = await send('DELETE', userPath(member.externalUserId))
    if (!answer) member.doubt = { kind: 'profile', profile }
    if (!expect(answer, 204, 'a member is not revoked')) return
    takeProfile(member, profile)
    const body = { externalUserId: member.externalUserId }
    expect(await send('POST', '/partner/v1/sessions', { body }), 403, 'a revoked member is given a launch')
  }

  async function restore(): Promise<void> {
    const member = anyMember(members, ({ profile }) => profile?.isRevoked === true)
    if (member?.profile) await put(member, { status: 'ACTIVE' }, { ...member.profile, isRevoked: false })
  }

  async function put(member: MemberRecord, body: object, profile: Profile): Promise<void> {
    const answer = await send('PUT', userPath(member.externalUserId), { body })
    if (!answer) member.doubt = { kind: 'profile', profile }
    if (expect(answer, 200, 'a member is not updated')) takeProfile(member, profile)
  }
}
