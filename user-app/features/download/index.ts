export { downloadFile, downloadImage, downloadZip } from './download';
