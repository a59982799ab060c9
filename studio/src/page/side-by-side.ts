/** Pixels between two pictures. */
const GAP = 4;

/** Two pictures of the same size as one. */
export async function sideBySide(left: Blob, right: Blob): Promise<Blob> {
  const [a, b] = await Promise.all([createImageBitmap(left), createImageBitmap(right)]);
  const canvas = document.createElement('canvas');
  canvas.width = a.width + GAP + b.width;
  canvas.height = Math.max(a.height, b.height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(a, 0, 0);
  context.drawImage(b, a.width + GAP, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The pictures are too large.'))), 'image/png');
  });
}
