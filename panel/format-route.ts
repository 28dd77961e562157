/** Formats a route as the API's reference writes it: `GET /partner/v1/users/{externalUserId}`. */
export function formatRoute(route: string): string {
  return route.replace(/:(\w+)/g, '{$1}')
}

/** Formats a route of the Partner API without the prefix that all have. */
export function formatShortRoute(route: string): string {
  return formatRoute(route).replace('/partner/v1/', '/')
}
