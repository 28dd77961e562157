/** Somebody who has an account at the partner. Estante knows only what the partner tells it. */
export interface Customer {
  /** The partner's own identifier: stable, and neither an e-mail nor a tax number. */
  externalUserId: string
  name: string
  email?: string
}

/** Fictional customers, one for each situation worth seeing. */
export const customers: Customer[] = [
  { externalUserId: 'ipe-10482', name: 'Ana Beatriz Nogueira', email: 'ana.nogueira@example.com' },
  { externalUserId: 'ipe-10517', name: 'Davi Okamoto', email: 'davi.okamoto@example.com' },
  { externalUserId: 'ipe-11034', name: 'Rosângela Prates', email: 'familia.prates@example.com' },
  // Shares an e-mail with Rosângela: whoever opens second meets 409 EMAIL_CONFLICT.
  { externalUserId: 'ipe-11035', name: 'Tiago Prates', email: 'familia.prates@example.com' },
  // Has no e-mail, which Estante does not need.
  { externalUserId: 'ipe-12260', name: 'Zuri do Carmo' },
]
