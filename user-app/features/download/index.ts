export { downloadImage, downloadZip } from './download';
