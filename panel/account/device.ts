/** The browsers by their own tokens, in this order, since most also pretend to be another. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string, isPhone: boolean])[] = [
  [/iPhone/, 'iPhone', true],
  [/iPad/, 'iPad', true],
  [/Android/, 'Android', true],
  [/CrOS/, 'ChromeOS', false],
  [/Windows/, 'Windows', false],
  [/Macintosh|Mac OS X/, 'Mac', false],
  [/Linux/, 'Linux', false],
]

/** Reads the browser and system from a `User-Agent`, as far as it tells. */
export function readDevice(userAgent: string): { browser?: string; system?: string; isPhone: boolean } {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))
  return { ...(browser && { browser }), ...(system && { system: system[1] }), isPhone: system?.[2] ?? false }
}
