/** The result of a check of `estante doctor`. */
export interface Finding {
  subject: string
  /** `bad`: the service cannot work. `warn`: worth knowing. */
  state: 'ok' | 'warn' | 'bad'
  detail: string
}
