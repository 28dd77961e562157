/** What `estante doctor` found out about one subject. */
export interface Finding {
  subject: string
  /** `bad` stops the service from working; `warn` is worth knowing. */
  state: 'ok' | 'warn' | 'bad'
  detail: string
}
