import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isSaved, setSaved } from './saved.ts'

it('A title that is saved and at once removed is removed last at the service, too', async () => {
  const title = { id: 'pub_1', saved: false, otherForm: null }
  const answers: (() => void)[] = []
  const sent: boolean[] = []
  const send = (_id: string, wanted: boolean) => {
    sent.push(wanted)
    return new Promise<void>((resolve) => answers.push(resolve))
  }

  const changes = [setSaved(title, true, send), setSaved(title, false, send)]
  await new Promise(setImmediate)
  const first = [...sent]
  answers[0]!()
  await changes[0]
  await new Promise(setImmediate)
  answers[1]!()
  await changes[1]

  assert.deepEqual([first, sent, isSaved(title)], [[true], [true, false], false])
})

it('A title shows what the service has when one of three quick changes fails', async () => {
  for (const [id, failing, expected] of [
    ['pub_2', [0], true],
    ['pub_3', [1, 2], true],
    ['pub_4', [0, 2], false],
  ] as const) {
    const title = { id, saved: false, otherForm: { id: `${id}_audio` } }
    let sent = -1
    const send = async () => {
      sent += 1
      if ((failing as readonly number[]).includes(sent)) throw new Error('No answer')
    }

    await Promise.allSettled([true, false, true].map((wanted) => setSaved(title, wanted, send)))

    assert.deepEqual([isSaved(title), isSaved({ id: `${id}_audio`, saved: false })], [expected, expected], id)
  }
})
