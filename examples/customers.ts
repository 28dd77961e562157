/** A customer with an account at the partner. Estante knows only what the partner sends. */
export interface Customer {
  /** The partner's own identifier: stable, and neither an e-mail nor a tax id. */
  externalUserId: string
  name: string
  email?: string
}

/** Fictional customers, one for each case. */
export const customers: Customer[] = [
  { externalUserId: 'ipe-10482', name: 'Ana Beatriz Nogueira', email: 'ana.nogueira@example.com' },
  { externalUserId: 'ipe-10517', name: 'Davi Okamoto', email: 'davi.okamoto@example.com' },
  { externalUserId: 'ipe-11034', name: 'Rosângela Prates', email: 'familia.prates@example.com' },
  // Has the same e-mail as Rosângela: the second to open gets 409 EMAIL_CONFLICT.
  { externalUserId: 'ipe-11035', name: 'Tiago Prates', email: 'familia.prates@example.com' },
  // Has no e-mail, which is optional.
  { externalUserId: 'ipe-12260', name: 'Zuri do Carmo' },
]
