/** The words of a label without a leading or trailing "risk", from any spelling: "High-Risk", "HIGH_RISK", "HighRisk". */
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
