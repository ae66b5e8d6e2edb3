// Figures of fair play as people read them.
import { language } from '../../text/index.svelte'

const made = (options: Intl.NumberFormatOptions) => (value: number) => new Intl.NumberFormat(language(), options).format(value)

export const percent = made({ style: 'percent', maximumFractionDigits: 0 })
export const tenth = made({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
export const hundredth = made({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const signed = made({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' })
