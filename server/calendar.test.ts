import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dayOf, daysOfMonth, monthInterval, monthOf, nameOfMonth, nameOfTimeZone, toMonth } from './calendar.ts'

it('A month begins at midnight of the time zone', () => {
  assert.equal(monthOf(Date.parse('2026-12-01T02:59:59.999Z'), 'America/Sao_Paulo'), toMonth('2026-11'))
  assert.equal(monthOf(Date.parse('2026-12-01T03:00:00.000Z'), 'America/Sao_Paulo'), toMonth('2026-12'))
  assert.equal(monthOf(Date.parse('2026-12-01T02:59:59.999Z'), 'UTC'), toMonth('2026-12'))
})

it('An instant has the same month and day, whichever instants were computed before', () => {
  const midnight = Date.parse('2026-12-01T03:00:00Z')
  const named = [0, -1, 0, -1, 899_999, 900_000, -900_000, -900_001].map((ms) => {
    const instant = midnight + ms
    return [monthOf(instant, 'America/Sao_Paulo'), dayOf(instant, 'America/Sao_Paulo'), dayOf(instant, 'UTC')]
  })

  const [before, after] = [
    [toMonth('2026-11'), '2026-11-30', '2026-12-01'],
    [toMonth('2026-12'), '2026-12-01', '2026-12-01'],
  ]
  assert.deepEqual(named, [after, before, after, before, after, after, before, before])
})

it('A month ends where the next begins, in every zone', () => {
  for (const timeZone of ['America/Sao_Paulo', 'UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    for (const month of ['2018-02', '2018-11', '2026-12', '2028-02'].map(toMonth)) {
      const { startsAt, endsAt } = monthInterval(month, timeZone)

      const around = [startsAt - 1, startsAt, endsAt - 1, endsAt].map((instant) => monthOf(instant, timeZone))
      assert.deepEqual(around, [month - 1, month, month, month + 1], `${nameOfMonth(month)} ${timeZone}`)
    }
  }
})

it('The days of a month follow one another, also when the clock changes at midnight', () => {
  // São Paulo set its clocks forward at midnight of 4 November 2018: that day begins at 01:00.
  const days = daysOfMonth(toMonth('2018-11'), 'America/Sao_Paulo')

  const { startsAt, endsAt } = monthInterval(toMonth('2018-11'), 'America/Sao_Paulo')
  assert.deepEqual([days.length, days[0]?.startsAt, days.at(-1)?.endsAt], [30, startsAt, endsAt])
  assert.equal(days[3]?.startsAt, Date.parse('2018-11-04T03:00:00Z'))
  for (const { day, startsAt, endsAt } of days) {
    assert.deepEqual([dayOf(startsAt, 'America/Sao_Paulo'), dayOf(endsAt - 1, 'America/Sao_Paulo')], [day, day])
  }
})

it('Months are numbers that follow one another, with the names that they came by', () => {
  const names = ['0000-01', '0099-12', '2026-12', '2027-01', '9999-12']

  const months = names.map(toMonth)

  assert.deepEqual(months.map(nameOfMonth), names)
  assert.equal(months[3]! - months[2]!, 1)
})

it('A time zone is named as in Portuguese, or by its distance from Greenwich', () => {
  const name = (timeZone: string) => nameOfTimeZone(Date.UTC(2026, 10, 27), timeZone)

  assert.equal(name('America/Sao_Paulo'), 'horário de Brasília')
  assert.equal(name('America/New_York'), 'horário do Leste')
  assert.equal(name('Etc/GMT+3'), 'GMT-03:00')
})
