/** Every list parsed, projected and stringified. */
export class ListText {
  of(): undefined {}
  learn(): void {}
}
