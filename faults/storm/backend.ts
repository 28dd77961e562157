import { randomUUID } from 'node:crypto'
import { userPath } from '../people.ts'
import { acknowledgeFields, anyMember, type MemberFields, type MemberRecord, newMember } from './acknowledged.ts'
import type { ClusterClient } from './client.ts'

/** Simulates a partner's backend: creates, changes, links, revokes and restores members, and requests launches. */
export function createBackend({ send, expect }: ClusterClient, members: MemberRecord[], number: number) {
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
    const fields = { email: `${member.externalUserId}@example.com`, name: 'Nova', isRevoked: false }
    members.push(member)
    if (Math.random() < 0.5) await put(member, { email: fields.email, name: fields.name }, fields)
    else await requestLaunch(member, { email: fields.email, name: fields.name }, fields)
  }

  async function update(): Promise<void> {
    const member = anyMember(members)
    if (!member?.fields) return
    const change =
      Math.random() < 0.5
        ? { name: `Nome ${randomUUID()}` }
        : { email: `${member.externalUserId}-${randomUUID()}@example.com` }
    await put(member, change, { ...member.fields, ...change })
  }

  async function takeAnothersEmail(): Promise<void> {
    const other = anyMember(members, ({ fields }) => fields?.email != null)
    if (!other?.fields?.email) return
    const body = { email: other.fields.email.toUpperCase() }
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
    const member = anyMember(members, ({ fields }) => !fields?.isRevoked)
    if (member?.fields) await requestLaunch(member, {}, member.fields)
  }

  async function requestLaunch(member: MemberRecord, request: object, fields: MemberFields): Promise<void> {
    const body = { externalUserId: member.externalUserId, ...request }
    const answer = await send('POST', '/partner/v1/sessions', { body })
    if (!answer) member.doubt = { kind: 'fields', fields }
    if (!expect(answer, 201, 'no launch')) return
    acknowledgeFields(member, fields)
    member.launches.push({ token: answer.json().launchToken, mintedAt: Date.now(), key: undefined })
  }

  async function revoke(): Promise<void> {
    const member = anyMember(members)
    if (!member?.fields) return
    const fields = { ...member.fields, isRevoked: true }
    const answer = await send('DELETE', userPath(member.externalUserId))
    if (!answer) member.doubt = { kind: 'fields', fields }
    if (!expect(answer, 204, 'a member is not revoked')) return
    acknowledgeFields(member, fields)
    const body = { externalUserId: member.externalUserId }
    expect(await send('POST', '/partner/v1/sessions', { body }), 403, 'a revoked member is given a launch')
  }

  async function restore(): Promise<void> {
    const member = anyMember(members, ({ fields }) => fields?.isRevoked === true)
    if (member?.fields) await put(member, { status: 'ACTIVE' }, { ...member.fields, isRevoked: false })
  }

  async function put(member: MemberRecord, body: object, fields: MemberFields): Promise<void> {
    const answer = await send('PUT', userPath(member.externalUserId), { body })
    if (!answer) member.doubt = { kind: 'fields', fields }
    if (expect(answer, 200, 'a member is not updated')) acknowledgeFields(member, fields)
  }
}
