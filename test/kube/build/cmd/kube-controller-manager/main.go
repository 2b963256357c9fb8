// Command kube-controller-manager is that of Kubernetes, unchanged; it brings the garbage collector and the
// controller that empties deleted namespaces.
package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() { os.Exit(cli.Run(app.NewControllerManagerCommand())) }
