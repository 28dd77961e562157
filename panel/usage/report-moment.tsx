import { createDateFormat } from '@estante/contract/date-format.ts'
import { Moment } from '@estante/design/moment/moment.tsx'

/** The day of an instant, in the report's time zone: in the browser's it may be in another month. */
export function ReportMoment({ at, timeZone }: { at: string; timeZone: string }) {
  const format = (style: Intl.DateTimeFormatOptions) => createDateFormat({ ...style, timeZone })(Date.parse(at))
  return (
    <Moment
      at={at}
      label={format({ day: 'numeric', month: 'short' })}
      exact={format({ dateStyle: 'long', timeStyle: 'medium' })}
    />
  )
}
