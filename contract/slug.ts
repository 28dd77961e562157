/** The format of a slug, which identifies a partner in commands and operators' addresses, and never changes. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,39}$/
