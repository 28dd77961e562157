import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { createResource, type Resource } from './resource.ts'

/** A resource that shows the member's changes before the service answers. */
export interface ChangeableResource<T> extends Pick<Resource<T>, 'problem' | 'load'> {
  /** The last answer with the pending changes applied. */
  data: ReadonlySignal<T | undefined>
  /**
   * Applies a change optimistically, and sends it once all earlier changes were answered. A change that fails is rolled
   * back alone, and rejects with its reason.
   */
  change(apply: Change<T>, send: () => Promise<T>): Promise<void>
}

/** Returns the data with the change. It may be applied again, to a newer answer. */
type Change<T> = (data: T | undefined) => T

export function createChangeableResource<T>(request: () => Promise<T>): ChangeableResource<T> {
  const { data: lastAnswer, problem, load, put } = createResource(request)
  const pending = signal<Change<T>[]>([])
  const data = computed(() => pending.value.reduce<T | undefined>((data, apply) => apply(data), lastAnswer.value))
  let last: Promise<unknown> = Promise.resolve()

  async function change(apply: Change<T>, send: () => Promise<T>) {
    pending.value = [...pending.value, apply]
    const withdraw = () => {
      pending.value = pending.value.filter((one) => one !== apply)
    }
    const sent = last.then(send)
    last = sent.catch(() => {})
    try {
      const answer = await sent
      // At once, so that no reader sees the change applied to the answer that contains it.
      batch(() => {
        withdraw()
        put(answer)
      })
    } catch (reason) {
      withdraw()
      // The service may have made the change, its answer lost.
      void load()
      throw reason
    }
  }

  return { data, problem, load, change }
}
