/**
 * Returns the words of a label in lower case, without a leading or trailing "risk": "High-Risk", "HIGH_RISK" and "HighRisk"
 * become "high".
 */
export function normalizeRiskLabel(label: string): string {
  return label
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^risk\b|risk$/g, '')
    .trim()
}
