import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Annotation, AnnotationChange } from '@estante/contract/play/annotations.ts'
import { type AnnotationDelivery, createAnnotationOutbox, type UnsentAnnotation } from './annotation-outbox.ts'

const ID = '00000000-0000-4000-8000-000000000001'

describe('annotations to be sent', () => {
  it('outlive a page that could not send them', async () => {
    const device: { stored: UnsentAnnotation[] } = { stored: [] }
    const first = outboxOf({ device, put: async () => 'failed' })
    first.outbox.add(ID, change(), false)
    await settled()

    const sent: AnnotationChange[] = []
    const next = outboxOf({
      device,
      async put(_, content) {
        sent.push(content)
        return accepted(content, 1)
      },
    })
    next.outbox.restore()
    next.outbox.flush()
    await settled()

    assert.deepEqual(sent, [change()])
    assert.deepEqual(device.stored, [])
  })

  it('stay on the device while another page of the member sends its own', async () => {
    const device: { stored: UnsentAnnotation[] } = { stored: [] }
    const offline = outboxOf({ device, put: async () => 'failed' })
    const online = outboxOf({ device, put: async (_, content) => accepted(content, 1) })
    offline.outbox.add(ID, change(), false)

    online.outbox.add('another', change(), false)
    await settled()

    assert.deepEqual(
      device.stored.map(({ id }) => id),
      [ID],
    )
  })

  it('are dropped when they are deleted before they were sent', async () => {
    const { outbox, device } = outboxOf({ put: () => new Promise(() => {}) })
    outbox.add('another', change(), false)
    outbox.add(ID, change(), false)

    outbox.add(ID, change(), true)

    assert.deepEqual(
      device.stored.map(({ id }) => id),
      ['another'],
    )
  })

  it('are sent as they are now when the service refused what they were', async () => {
    const sent: unknown[] = []
    const { outbox, device } = outboxOf({
      async put(_, content) {
        sent.push(content.color)
        return content.color === 'pink' ? accepted(content, 1) : { refused: 'Too many' }
      },
    })

    outbox.add(ID, change('yellow'), false)
    outbox.add(ID, change('pink'), false)
    await settled()

    assert.deepEqual([sent, device.stored], [['yellow', 'pink'], []])
  })

  it('stay on the device with a note that the service refused, and are sent by the next page', async () => {
    const device: { stored: UnsentAnnotation[] } = { stored: [] }
    const note = { ...change(), motivation: 'commenting', note: 'Voltar a isto.' } as const
    let puts = 0
    const first = outboxOf({
      device,
      async put() {
        puts += 1
        return { refused: 'Too many' }
      },
    })
    first.outbox.add(ID, note, false)
    await settled()
    first.outbox.flush()
    await settled()
    assert.deepEqual([puts, device.stored.map(({ change }) => change)], [1, [note]])
    assert.equal(first.outbox.isRefused(ID), true)

    const next = outboxOf({ device, put: async (_, content) => accepted(content, 1) })
    next.outbox.restore()
    next.outbox.flush()
    await settled()

    assert.deepEqual(device.stored, [])
    first.outbox.add(ID, note, true)
    assert.deepEqual(first.outbox.unsent.value, [], 'deleted at once')
    assert.equal(first.outbox.isRefused(ID), false)
  })

  it('are sent at once after one that the service answers with errors only, which is retried after them', async () => {
    let isBroken = true
    const { outbox, device } = outboxOf({
      put: async (id, content) => (id === ID && isBroken ? 'error' : accepted(content, 1)),
    })
    outbox.add(ID, change(), false)
    await settled()
    assert.equal(outbox.isRefused(ID), false)
    for (const _ of ['second', 'third']) {
      outbox.flush()
      await settled()
    }
    assert.equal(outbox.isRefused(ID), true)

    outbox.add('another', change(), false)
    await settled()

    assert.deepEqual(
      device.stored.map(({ id }) => id),
      [ID],
    )
    isBroken = false
    outbox.flush()
    await settled()
    assert.deepEqual([device.stored, outbox.isRefused(ID)], [[], false])
  })

  it('are not sent once more when they were deleted while the service refused them', async () => {
    let puts = 0
    const { outbox, device } = outboxOf({
      async put() {
        puts += 1
        return { refused: 'Too many' }
      },
    })

    outbox.add(ID, change('yellow'), false)
    outbox.add(ID, change('yellow'), true)
    await settled()

    assert.deepEqual([puts, device.stored], [1, []])
  })

  it('are deleted on the server when they were deleted while the answer was on its way', async () => {
    let answer: (delivery: AnnotationDelivery) => void = () => {}
    const deleted: number[] = []
    const { outbox, device } = outboxOf({
      put: () => new Promise((resolve) => (answer = resolve)),
      async delete(_, basedOn) {
        deleted.push(basedOn)
        return { isAccepted: true, annotation: null, revision: 2 }
      },
    })
    outbox.add(ID, change(), false)
    outbox.add(ID, change(), true)
    answer(accepted(change(), 1))
    await settled()

    assert.deepEqual(deleted, [1])
    assert.deepEqual(device.stored, [])
  })

  it('are based on the device’s own earlier change whose answer was lost, as were later ones', async () => {
    const deliveries: AnnotationDelivery[] = [
      'failed',
      'failed',
      { ...accepted(change(), 1), isAccepted: false },
      accepted(change('pink'), 2),
    ]
    const sent: AnnotationChange[] = []
    const { outbox, device } = outboxOf({
      async put(_, content) {
        sent.push(content)
        return deliveries.shift()!
      },
    })
    for (const color of ['yellow', 'green', 'pink'] as const) {
      outbox.add(ID, change(color), false)
      outbox.flush()
      await settled()
    }

    assert.deepEqual(
      sent.map(({ basedOn, color }) => [basedOn, color]),
      [
        [0, 'yellow'],
        [0, 'green'],
        [0, 'pink'],
        [1, 'pink'],
      ],
    )
    assert.deepEqual(device.stored, [])
  })

  it('come back with their note when another device deleted them', async () => {
    const sent: AnnotationChange[] = []
    const { outbox, device } = outboxOf({
      async put(_, content) {
        sent.push(content)
        const gone = { isAccepted: false, annotation: null, revision: 5 }
        return content.basedOn === 5 ? accepted(content, 6) : gone
      },
    })
    const note = { ...change(), motivation: 'commenting', note: 'Voltar a isto.', basedOn: 3 } as const

    outbox.add(ID, note, false)
    await settled()

    assert.deepEqual(sent, [note, { ...note, basedOn: 5 }])
    assert.deepEqual(device.stored, [])
    outbox.add(ID, { ...change('pink'), basedOn: 3 }, false)
    await settled()
    const [conflicting] = outbox.unsent.value
    assert.deepEqual(conflicting?.conflict, { annotation: null, revision: 5 }, 'a colour alone is asked about')
  })

  it('come back when this device deleted them, and the answer was lost', async () => {
    const sent: AnnotationChange[] = []
    const { outbox, device } = outboxOf({
      async put(_, content) {
        sent.push(content)
        return content.basedOn === 2 ? accepted(content, 3) : { isAccepted: false, annotation: null, revision: 2 }
      },
    })
    outbox.add(ID, { ...change(), basedOn: 1 }, true)
    await settled()

    outbox.add(ID, { ...change(), basedOn: 1 }, false)
    outbox.flush()
    await settled()

    assert.deepEqual(
      sent.map(({ basedOn }) => basedOn),
      [1, 2],
    )
    assert.deepEqual(device.stored, [])
  })

  it('wait for the member’s decision when another device changed them', async () => {
    const theirs = accepted(change('blue'), 4)
    const sent: AnnotationChange[] = []
    const { outbox, device } = outboxOf({
      async put(_, content) {
        sent.push(content)
        return content.basedOn === 4 ? accepted(content, 5) : { ...theirs, isAccepted: false }
      },
    })
    outbox.add(ID, { ...change('pink'), basedOn: 3 }, false)
    await settled()
    assert.equal(device.stored[0]?.conflict?.annotation?.color, 'blue')

    outbox.resolve(ID, 'mine')
    await settled()

    assert.deepEqual(sent.at(-1), { ...change('pink'), basedOn: 4 })
    assert.deepEqual(device.stored, [])
  })

  it('are based on the version of the other device when it is shown in place of a deleted one', async () => {
    const sent: AnnotationChange[] = []
    const { outbox, device } = outboxOf({
      async put(_, content) {
        sent.push(content)
        return accepted(content, 5)
      },
      delete: async () => ({ ...accepted(change('blue'), 4), isAccepted: false }),
    })
    outbox.add(ID, { ...change(), basedOn: 3 }, true)
    await settled()
    assert.equal(device.stored[0]?.conflict?.annotation?.color, 'blue')

    outbox.add(ID, { ...change('pink'), basedOn: 4 }, false)
    await settled()

    assert.deepEqual(sent, [{ ...change('pink'), basedOn: 4 }])
    assert.deepEqual(device.stored, [])
  })
})

function change(color: AnnotationChange['color'] = 'yellow'): AnnotationChange {
  return {
    basedOn: 0,
    publicationId: 'book',
    motivation: 'highlighting',
    color,
    note: null,
    locator: { href: 'one.xhtml', locations: {} },
    start: 10,
    end: 20,
    publicationRevision: 1,
  }
}

function accepted({ basedOn: _, ...content }: AnnotationChange, revision: number) {
  const at = '2026-01-01T00:00:00.000Z'
  const annotation: Annotation = { ...content, id: ID, isLost: false, createdAt: at, revision }
  return { isAccepted: true, annotation, revision }
}

function outboxOf({
  device = { stored: [] },
  put,
  delete: deleteOne = async () => 'failed',
}: {
  device?: { stored: UnsentAnnotation[] }
  put(id: string, change: AnnotationChange): Promise<AnnotationDelivery>
  delete?(id: string, basedOn: number): Promise<AnnotationDelivery>
}) {
  const outbox = createAnnotationOutbox({
    read: () => device.stored,
    write(unsent) {
      device.stored = [...unsent]
    },
    put,
    delete: deleteOne,
    later: () => () => {},
    onAnswer() {},
    onRefused() {},
  })
  return { outbox, device }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
