declare module '*.css?inline' {
  /** The style sheet as text, which the build and Vite provide. */
  const css: string

  export { css as default }
}
