/** The e-mail under which password managers keep a new password. */
export function PasswordOwner({ email }: { email: string }) {
  return (
    <input
      class="visually-hidden"
      type="email"
      autocomplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
