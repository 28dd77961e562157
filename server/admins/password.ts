import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sameHash } from '../secrets.ts'

/** 19 MiB, twice over: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const HASH_BYTES = 32
const SALT_BYTES = 16

/** Two or three seconds of work: however many passwords strangers send, nobody waits for minutes. */
const MAX_WAITING = 100

const argon2Async = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)
let waiting = 0
let previous: Promise<unknown> = Promise.resolve()

/** Whether so many passwords wait to be hashed that further sign-ins are refused. */
export function isPasswordQueueFull(): boolean {
  return waiting >= MAX_WAITING
}

/** Computes one hash at a time: each occupies one of the four threads that also read files and compress answers. */
function derive(parameters: Argon2Parameters): Promise<Buffer> {
  waiting++
  const derived = previous.then(() => argon2Async('argon2id', parameters)).finally(() => waiting--)
  previous = derived.catch(() => {})
  return derived
}

/** Hashes a password for storage: Argon2id, with its parameters and salt, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive({ message: toBytes(password), nonce: salt, tagLength: HASH_BYTES, ...COST })
  return toStored(salt, hash)
}

/**
 * Compares a password with a hash. Without a hash it takes as long and returns false, so that timing does not tell
 * unknown accounts.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? NOBODYS_HASH) ?? []
  const derived = await derive({
    message: toBytes(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: HASH_BYTES,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return sameHash(toText(derived), hash) && stored !== undefined
}

/** Matches no password: compared only for the time it takes. */
const NOBODYS_HASH = toStored(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES))

function toStored(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(salt)}$${toText(hash)}`
}

/** Normalizes a password, so that it matches however the keyboard composed its accents. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
